"""The tool-info module of BenchExec, with a stand-in for BenchExec itself, which is not among our dependencies."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

SOURCE = Path(__file__).parents[3] / "integrations" / "benchexec" / "symheap_benchexec" / "tool.py"
NAMES = ("TRUE_PROP", "UNKNOWN", "ERROR", "TIMEOUT", "FALSE_REACH", "FALSE_DEREF", "FALSE_FREE", "FALSE_PROP")
LEAKS = ("FALSE_MEMTRACK", "FALSE_MEMCLEANUP")


class Unsupported(Exception):
    pass


@pytest.fixture(name="module")
def fixture_module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    result, template = ModuleType("benchexec.result"), ModuleType("benchexec.tools.template")
    for name in (*NAMES, *LEAKS):
        setattr(result, f"RESULT_{name}", name)
    template.BaseTool2 = object  # type: ignore[attr-defined]
    template.UnsupportedFeatureException = Unsupported  # type: ignore[attr-defined]
    benchexec = ModuleType("benchexec")
    benchexec.result = result  # type: ignore[attr-defined]
    made = {"benchexec": benchexec, "benchexec.result": result, "benchexec.tools": ModuleType("benchexec.tools")}
    for name, module in {**made, "benchexec.tools.template": template}.items():
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.spec_from_file_location("tool_under_test", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def task(property_file: str | None, **options: str) -> Any:
    return SimpleNamespace(property_file=property_file, options=options, input_files=["list.c"])


def test_the_command_says_property_model_and_time(module: ModuleType) -> None:
    limits = SimpleNamespace(cputime=60)
    command = module.Tool().cmdline("symheap", [], task("p/valid-memsafety.prp", data_model="ILP32"), limits)
    told = ["--property", "memtrack", "--model", "ilp32", "--timeout", "59"]
    assert command == ["symheap", "prove", "--format", "json", *told, "list.c"]


def test_options_win_and_other_properties_are_unsupported(module: ModuleType) -> None:
    limits = SimpleNamespace(cputime=60)
    command = module.Tool().cmdline("symheap", ["--timeout", "5"], task(None), limits)
    assert command.count("--timeout") == 1
    with pytest.raises(Unsupported, match="termination"):
        module.Tool().cmdline("symheap", [], task("termination.prp"), limits)


@pytest.mark.parametrize(
    ("verdict", "kind", "asked", "name"),
    [
        ("safe", None, "memtrack", "TRUE_PROP"),
        ("unknown", "null-dereference", "memtrack", "UNKNOWN"),
        ("unsafe", "use-after-free", "memtrack", "FALSE_DEREF"),
        ("unsafe", "double-free", "memtrack", "FALSE_FREE"),
        ("unsafe", "assertion", "reach", "FALSE_REACH"),
        ("unsafe", "leak-lost", "memtrack", "FALSE_MEMTRACK"),
        ("unsafe", "leak-lost", "memcleanup", "FALSE_MEMCLEANUP"),
    ],
)
def test_answers_have_their_names(module: ModuleType, verdict: str, kind: str | None, asked: str, name: str) -> None:
    findings = [] if kind is None else [{"kind": kind}]
    document = {"verdict": verdict, "reason": kind or "", "property": asked, "findings": findings}
    run = SimpleNamespace(was_timeout=False, output=json.dumps(document, indent=2).splitlines(keepends=True))
    assert module.Tool().determine_result(run) == name


def test_what_is_no_document_is_an_error(module: ModuleType) -> None:
    run = SimpleNamespace(was_timeout=False, output=["Traceback"], exit_code=SimpleNamespace(value=4))
    assert module.Tool().determine_result(run) == "ERROR (exit status 4)"
    assert module.Tool().determine_result(SimpleNamespace(was_timeout=True)) == "TIMEOUT"


def test_properties_of_java_are_for_verify(module: ModuleType) -> None:
    wanted = SimpleNamespace(property_file="p/valid-assert.prp", options={}, input_files=["common", "micro", "task"])
    command = module.Tool().cmdline("symheap", [], wanted, SimpleNamespace(cputime=60))
    told = ["--property", "assert", "--sources", "common", "--sources", "micro", "--timeout", "59"]
    assert command == ["symheap", "verify", "--format", "json", *told, "task"]


@pytest.mark.parametrize(("verdict", "name"), [("true", "TRUE_PROP"), ("false", "FALSE_PROP"), ("unknown", "UNKNOWN")])
def test_verdicts_on_java_have_their_names(module: ModuleType, verdict: str, name: str) -> None:
    assert module.verdict({"property": "no-runtime-exception", "verdict": verdict}) == name
