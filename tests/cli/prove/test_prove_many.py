"""`prove` on a folder of C files and on a compilation database."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_runner import symheap
from test_json_schemas import problems

HEADER = "struct node { struct node *next; };\nint length(struct node *list);\n"
LIST = """#include "list.h"
int length(struct node *list) {
    int n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}
"""
DEMO = """#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    free(p);
#ifdef TWICE
    free(p);
#endif
    return 0;
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A header in a folder of its own, a library that includes it, and a program."""
    (tmp_path / "c" / "include").mkdir(parents=True)
    (tmp_path / "c" / "src").mkdir()
    (tmp_path / "c" / "include" / "list.h").write_text(HEADER)
    (tmp_path / "c" / "src" / "list.c").write_text(LIST)
    (tmp_path / "c" / "src" / "demo.c").write_text(DEMO)
    return tmp_path


def database(folder: Path, *entries: dict[str, Any], name: str = "compile_commands.json") -> str:
    (folder / name).write_text("[\n" + ",\n".join(map(json.dumps, entries)) + "\n]\n")
    return name


def test_each_file_of_a_folder_is_a_program_or_a_library(folder: Path) -> None:
    result = symheap("prove", "c", "-q", folder=folder)
    assert (result.status, result.err) == (0, "")
    assert "\nc/src/demo.c: safe; no leak; " in result.out
    assert "\nc/src/list.c::length: safe; no leak; " in result.out
    last = result.out.splitlines()[-1]
    assert last.startswith("total: c: safe; no leak; 2 files (2 safe, 0 unsafe, 0 unknown), ")


def test_the_document_of_a_folder_holds_those_of_its_files(folder: Path) -> None:
    (folder / "c" / "src" / "torn.c").write_text("int f( {")
    result = symheap("prove", "c", "--format", "json", folder=folder)
    document = json.loads(result.out)
    assert problems("prove", document) == []
    assert result.status == 3
    assert (document["verdict"], document["reason"]) == ("unknown", "unread")
    assert [each["target"] for each in document["programs"]] == ["c/src/demo.c", "c/src/list.c::length"]
    assert [each["verdict"] for each in document["programs"]] == ["safe", "safe"]
    message = "c/src/torn.c:1:8: error: syntax error: unexpected {; functions inside functions are not supported"
    assert document["skipped"] == [message]


def test_a_file_that_cannot_be_read_is_named_in_text(folder: Path) -> None:
    (folder / "c" / "src" / "torn.c").write_text("int f( {")
    out = symheap("prove", "c", "-q", folder=folder).out
    assert "\nnot proved: c/src/torn.c:1:8: error: syntax error" in out
    assert "total: c: unknown (unread); no leak; 2 files (2 safe, 0 unsafe, 0 unknown, 1 not proved), " in out


def test_a_database_says_how_each_file_is_read(folder: Path) -> None:
    name = database(
        folder,
        {"directory": "c/src", "file": "demo.c", "arguments": ["cc", "-O2", "-fPIC", "-DTWICE", "-c", "demo.c"]},
        {"directory": "c/src", "file": "list.c", "command": "cc -I ../include -std=c99 -Wall -c list.c -o 'a b.o'"},
    )
    result = symheap("prove", name, "-q", folder=folder)
    assert result.status == 1
    assert result.err == "symheap: note: flags without a say in proofs: -fPIC\n"
    assert "c/src/demo.c:6:5: error: double-free" in result.out
    assert "total: compile_commands.json: unsafe (double-free); " in result.out
    assert "2 files (1 safe, 1 unsafe, 0 unknown)" in result.out


def test_sarif_and_junit_are_one_document_for_all_files(folder: Path) -> None:
    (folder / "c" / "src" / "demo.c").write_text(DEMO.replace("#ifdef TWICE", "#if 1"))
    log = json.loads(symheap("prove", "c", "--format", "sarif", folder=folder).out)
    assert [each["ruleId"] for each in log["runs"][0]["results"]] == ["double-free"]
    report = symheap("prove", "c", "--format", "junit-xml", folder=folder).out
    assert report.count("<testcase") == 2


def test_a_run_over_a_folder_is_kept_and_resumed(folder: Path) -> None:
    before = symheap("prove", "c", "-q", folder=folder)
    assert "c/src/list.c::length" in symheap("show", "last", "--format", "text", folder=folder).out
    again = symheap("resume", "last", "-q", folder=folder)
    assert (again.status, again.out) == (before.status, before.out)
    (folder / "c" / "include" / "list.h").write_text(HEADER + "\n")
    changed = symheap("resume", "last", "-q", folder=folder)
    assert changed.status == 2
    assert "c/include/list.h has changed" in changed.err


def test_what_is_no_c_or_means_something_else_by_a_flag_is_left_out(folder: Path) -> None:
    (folder / "x.cc").write_text("class X {};")
    name = database(
        folder,
        {"directory": ".", "file": "x.cc", "command": "c++ -c x.cc"},
        {"directory": "c/src", "file": "demo.c", "command": "cc -c demo.c"},
        {"directory": "c/src", "file": "demo.c", "command": "cc -DTWICE -c demo.c"},
        {"directory": "c/src", "file": "list.c", "command": "cc -funsigned-char -c list.c"},
    )
    result = symheap("prove", name, "--format", "json", folder=folder)
    assert result.status == 3
    assert json.loads(result.out)["skipped"] == [
        "x.cc: error: this is not a C file (*.c)",
        "c/src/demo.c: error: compile_commands.json:4 compiles it again, with other flags: only the first are used",
        "c/src/list.c: error: the flag -funsigned-char changes what the program means, and is not understood",
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('[\n {"file": }\n]', "db.json:2:11: error: this is not JSON: Expecting value"),
        ('{"a": 1}', "db.json:1:1: error: a compilation database is a list of entries"),
        ("[]", "db.json:1:1: error: this database has no entry"),
        ('[\n\n {"directory": "."}]', "db.json:3:1: error: this entry names no file"),
        ("[\n 7]", "db.json:2:1: error: an entry is an object with directory, file and command"),
        ('[{"file": "a.c"}]', "db.json:1:1: error: the entry of a.c has neither arguments nor a command"),
        ('[\n{"file": "gone.c", "command": "cc gone.c"}]', "db.json:2:1: error: there is no file gone.c"),
        (
            '[{"file": "a.c", "command": "cc \'a.c"}]',
            "db.json:1:1: error: the command of a.c cannot be split",
        ),
    ],
)
def test_a_broken_database_is_refused_with_its_line(text: str, error: str, folder: Path) -> None:
    (folder / "db.json").write_text(text)
    result = symheap("prove", "db.json", folder=folder)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith(error)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("empty",), "empty: error: there are no C files (*.c) in this folder"),
        (("torn",), "torn/a.c:1:8: error: syntax error: unexpected {"),
        (("gone.json",), "gone.json: error: No such file or directory"),
        (("c", "c/src/demo.c"), "symheap: error: c stands for all of its files: name nothing beside it"),
        (("c", "--entry", "main"), "symheap: error: --entry is for one program: name its file"),
        (("c", "--format", "svg"), "symheap: error: --format svg draws one system: name a file"),
        (("c", "--witness", "w.yml"), "symheap: error: --witness is for one program: name its file"),
    ],
)
def test_wrong_use_of_many_files_is_one_line(arguments: tuple[str, ...], error: str, folder: Path) -> None:
    (folder / "empty").mkdir()
    (folder / "torn").mkdir()
    (folder / "torn" / "a.c").write_text("int f( {")
    result = symheap("prove", *arguments, folder=folder)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith(error)
