"""Hostile names of classes, members and files: markup, code or terminal commands in them come out harmless."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cli_runner import JAVALITE, symheap
from hostile_jars import IN_NO_JAR, NAMES, hostile_class, jar_of, of_method, unqualified
from machine_forms import junit_cases, sarif_run

from symheap.core.cache import cache_folder
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven
from symheap.testgen.replay.jars import find_toolchain
from symheap.testgen.writing.printing import comment
from symheap_testing.java.sources import some_jdk

needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")
needs_graphviz = pytest.mark.skipif(shutil.which("dot") is None, reason="no Graphviz")
FILES = {
    "markup": "<script>alert(1)",
    "quotes": "\"'`&quot;&amp;",
    "newline": "a\nb\r\nc",
    "control": "\x1b[31m\x07\x9b",
    "reordering": "safe\u202egnorw\u2066\u200f",
    "backslash": "\\u000a\\n\\",
    "template": "${{ x }} %n {0} %20",
    "surrogate": os.fsdecode(b"half\xff"),
    "long": "x" * 240,
}


def is_harmless(text: str) -> bool:
    """Whether a text has only newlines and printable characters, none that steer, hide, or reorder."""
    return all(c == "\n" or c.isprintable() for c in text)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A jar for each hostile name, with a class whose names are all that one, as far as a jar can hold it."""
    result = tmp_path_factory.mktemp("hostile")
    for key, name in NAMES.items():
        owner = "Plain" if key in IN_NO_JAR else unqualified(name)
        jar_of(result / f"{key}.jar", {owner: hostile_class(owner, unqualified(name), of_method(name))})
    return result


def drawn(text: str) -> str:
    done = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "syntax error" not in done.stderr
    return done.stdout


# Java -----------------------------------------------------------------------------------------------------------------


@needs_jdk
@pytest.mark.parametrize("key", NAMES)
def test_text(folder: Path, key: str) -> None:
    for options in ((), ("-q",)):
        result = symheap("explore", f"{key}.jar", *options, "--no-store", folder=folder)
        assert result.status in (1, 3)
        assert result.out.count(": error: ") + result.out.count(": warning: ") >= 1
        assert is_harmless(result.out + result.err)


@needs_jdk
@pytest.mark.parametrize("key", NAMES)
def test_sarif_and_junit(folder: Path, key: str) -> None:
    result = symheap("explore", f"{key}.jar", "--format", "sarif", "--no-store", "-q", folder=folder)
    assert result.out.isascii()
    run = sarif_run(result.out)
    assert len(run["results"]) == 2
    for found in run["results"]:
        assert is_harmless(found["message"]["text"])
        assert len(found["message"]["text"]) < 3000
        assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == f"{key}.jar"
    result = symheap("explore", f"{key}.jar", "--format", "junit-xml", "--no-store", "-q", folder=folder)
    assert is_harmless(result.out)
    ends = [end for _, end in junit_cases(result.out)]
    assert ends.count("failure") + ends.count("skipped") == 2


@needs_jdk
@needs_graphviz
@pytest.mark.parametrize("key", NAMES)
def test_dot(folder: Path, key: str) -> None:
    result = symheap("explore", f"{key}.jar", "--format", "dot", "--no-store", "-q", folder=folder)
    assert is_harmless(result.out)
    assert "<script" not in drawn(result.out)


@needs_jdk
def test_generated_java(tmp_path: Path, jars: None) -> None:
    """A test that can name the method compiles; else the path has no test, but a reason."""
    programs: list[Path] = []
    for key, name in NAMES.items():
        made = {f"Field{key}": "read", f"Method{key}": of_method(name)}
        made |= {} if key in IN_NO_JAR else {unqualified(name): "read"}
        for number, (owner, method) in enumerate(made.items()):
            content = hostile_class(owner, unqualified(name), method)
            programs.append(jar_of(tmp_path / f"{key}{number}.jar", {owner: content}))
    for jar in programs:
        result = symheap("test", jar.name, "-o", "out", "--no-replay", "--no-store", folder=tmp_path)
        assert result.status in (1, 3), result.err
        assert is_harmless(result.out + result.err)
        assert result.status == 1 or "is out of reach for a test" in result.out
        assert result.status == 1 or not jar.stem.endswith("0")
    environ = {name: value for name, value in os.environ.items() if name != "SYMHEAP_CACHE"}
    jdk = find_jdk(None, environ)
    tools = find_toolchain(jdk, Maven(environ), cache_folder(environ))
    sources = sorted((tmp_path / "out").glob("*.java"))
    assert len(sources) > len(NAMES)
    assert all(is_harmless(each.read_text(encoding="utf-8")) for each in sources)
    path = os.pathsep.join(map(str, (*programs, *tools.junit)))
    command = [str(jdk.javac()), "-d", str(tmp_path / "classes"), "-cp", path, *map(str, sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not any("oops" in each.name for each in tmp_path.rglob("*"))


@needs_jdk
@pytest.mark.parametrize("key", ["quotes", "escape"])
def test_tests_of_hostile_fields_pass(key: str, tmp_path: Path, jars: None) -> None:
    jar_of(tmp_path / "one.jar", {"Plain": hostile_class("Plain", unqualified(NAMES[key]), "read")})
    result = symheap("test", "one.jar::Plain", "-o", "out", "--no-store", folder=tmp_path)
    assert (result.status, "all passed" in result.out) == (1, True), result.out


@pytest.mark.parametrize("length", range(105, 125))
@pytest.mark.parametrize("text", ["é", "\\", "\\u000a", "*/", "\x1b", "\u202e"])
def test_a_comment_stays_one(length: int, text: str) -> None:
    """However long the text is, no escape is cut in two, and none is interpreted."""
    line = comment("x" * length + text * 5, 4)
    assert line.isascii()
    assert line.isprintable()
    assert len(line) <= 120
    units = line.replace("\\\\", "")
    assert units.count("\\") == sum(units[at : at + 6] == "\\u00e9" for at in range(len(units)))


# Files ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", FILES)
def test_names_of_files(key: str, tmp_path: Path) -> None:
    program = tmp_path / f"{FILES[key]}.jl"
    program.write_text((JAVALITE / "casts.jl").read_text(encoding="utf-8"), encoding="utf-8")
    name = program.name
    text = symheap("explore", name, "--no-store", folder=tmp_path)
    assert text.status == 1
    assert is_harmless(text.out + text.err)
    run = sarif_run(symheap("explore", name, "--format", "sarif", "--no-store", "-q", folder=tmp_path).out)
    artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert (tmp_path / artifact["uri"]).as_posix().isascii()
    assert not set('<>"\\^`{|} ') & set(artifact["uri"])
    assert program.as_uri().endswith(f"/{artifact['uri']}")
    assert junit_cases(symheap("explore", name, "--format", "junit-xml", "--no-store", "-q", folder=tmp_path).out)


@needs_graphviz
@pytest.mark.parametrize("key", FILES)
def test_drawings_of_files(key: str, tmp_path: Path) -> None:
    (tmp_path / f"{FILES[key]}.jl").write_text((JAVALITE / "casts.jl").read_text(encoding="utf-8"), encoding="utf-8")
    result = symheap("explore", f"{FILES[key]}.jl", "--format", "dot", "--no-store", "-q", folder=tmp_path)
    assert "<script" not in drawn(result.out)


def test_a_c_file_with_a_line_break_in_its_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a\nb.c").write_text("int main(void) { return 0; }", encoding="utf-8")
    result = symheap("prove", "a\nb.c", "--no-store", folder=tmp_path)
    assert (result.status, result.out) == (2, "")
    assert result.err == "a\\nb.c:1:1: error: the name of a C file cannot hold a line break\n"


@pytest.mark.parametrize("key", sorted(FILES.keys() - {"newline"}))
def test_names_of_c_files(key: str, tmp_path: Path) -> None:
    (tmp_path / f"{FILES[key]}.c").write_text("int main(void) { int *p = 0; return *p; }\n", encoding="utf-8")
    text = symheap("prove", f"{FILES[key]}.c", "--no-store", folder=tmp_path)
    assert text.status == 1
    assert is_harmless(text.out + text.err)
    run = sarif_run(symheap("prove", f"{FILES[key]}.c", "--format", "sarif", "--no-store", "-q", folder=tmp_path).out)
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert (tmp_path / f"{FILES[key]}.c").as_uri().endswith(f"/{uri}")
    cases = junit_cases(symheap("prove", f"{FILES[key]}.c", "--format", "junit-xml", "--no-store", folder=tmp_path).out)
    assert cases == [("main", "failure")]
