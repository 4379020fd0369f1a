"""Tool-info module of BenchExec: how `symheap prove` and `symheap verify` are called, and the names of their answers.

BenchExec finds it by its name if this folder is on the path of Python: ``<benchmark tool="symheap_benchexec.tool" …>``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from benchexec import result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

PROPERTIES: Final = {
    "valid-memsafety": "memtrack",
    "valid-memcleanup": "memcleanup",
    "unreach-call": "reach",
}
"""Properties of SV-COMP by the names of their files, as `symheap prove --property` calls them."""

JAVA_PROPERTIES: Final = {"valid-assert": "assert", "no-runtime-exception": "no-runtime-exception"}
"""The same for `symheap verify`, which is for Java."""

_FREES: Final = ("double-free", "invalid-free")


class Tool(BaseTool2):  # type: ignore[misc]
    """`symheap prove` on C and `symheap verify` on Java, one task a run."""

    def executable(self, tool_locator: Any) -> str:
        return str(tool_locator.find_executable("symheap"))

    def name(self) -> str:
        return "symheap"

    def version(self, executable: str) -> str:
        return str(self._version_from_tool(executable)).removeprefix("symheap ")

    def cmdline(self, executable: str, options: list[str], task: Any, rlimits: Any) -> list[str]:
        """The answer is read from JSON; the time limit leaves a second for saying what was found."""
        name = None if task.property_file is None else Path(task.property_file).stem
        limit: list[str] = []
        if rlimits.cputime and "--timeout" not in options:
            limit = ["--timeout", str(max(rlimits.cputime - 1, 1))]
        if name in JAVA_PROPERTIES:
            *others, last = task.input_files
            more = [word for each in others for word in ("--sources", each)]
            command = [executable, "verify", *options, "--format", "json", "--property", JAVA_PROPERTIES[name]]
            return [*command, *more, *limit, last]
        command = [executable, "prove", *options, "--format", "json"]
        if name is not None:
            if name not in PROPERTIES:
                raise UnsupportedFeatureException(f"symheap does not know the property {name}")
            command += ["--property", PROPERTIES[name]]
        model = (task.options or {}).get("data_model")
        if model in ("ILP32", "LP64"):
            command += ["--model", model.lower()]
        return [*command, *limit, *task.input_files]

    def determine_result(self, run: Any) -> str:
        """The verdict.  What is no JSON document of a run that has ended is an error."""
        if run.was_timeout:
            return str(result.RESULT_TIMEOUT)
        try:
            document = json.loads("".join(run.output))
        except json.JSONDecodeError:
            return f"{result.RESULT_ERROR} (exit status {run.exit_code.value})"
        return verdict(document)


def verdict(document: dict[str, Any]) -> str:
    """What BenchExec calls the answer of a JSON document of `symheap prove` or `symheap verify`."""
    if document["property"] in JAVA_PROPERTIES.values():
        words = {"true": result.RESULT_TRUE_PROP, "false": result.RESULT_FALSE_PROP}
        return str(words.get(document["verdict"], result.RESULT_UNKNOWN))
    if document["verdict"] == "safe":
        return str(result.RESULT_TRUE_PROP)
    if document["verdict"] != "unsafe":
        return str(result.RESULT_UNKNOWN)
    kind = document["findings"][0]["kind"] if document["findings"] else document["reason"]
    if kind == "assertion":
        return str(result.RESULT_FALSE_REACH)
    if kind.startswith("leak"):
        is_cleanup = document["property"] == "memcleanup"
        return str(result.RESULT_FALSE_MEMCLEANUP if is_cleanup else result.RESULT_FALSE_MEMTRACK)
    return str(result.RESULT_FALSE_FREE if kind in _FREES else result.RESULT_FALSE_DEREF)
