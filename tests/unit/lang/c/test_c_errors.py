"""Invalid programs: one line with a place, never a traceback, and no quotes from files that are not the user's."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.source import SourceError
from symheap.lang.c.entry import COptions, load, load_text
from symheap.memory.ir import DataModel


def refused(text: str) -> SourceError:
    with pytest.raises(SourceError) as caught:
        load_text(text, "bad.c", COptions())
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("int main(void) {\n  return 1\n}", 3, "syntax error: unexpected }"),
        ("int main(void) {\n  int x = ;\n}", 2, "syntax error: invalid expression"),
        ("int main(void) { return (1; }", 1, "syntax error: unexpected ;"),
        ("int main(void) {", 1, "syntax error: at end of input"),
        ("struct { int x } s;", 1, "syntax error: unexpected }"),
        ('int main(void) { char *s = "abc; }', 1, "syntax error: "),
        ("\nfoo bar baz;", 2, "syntax error: a declaration was expected; is the name of its type declared?"),
        ("int main(void) { goto *p; }", 1, "computed goto is not supported"),
        ("int f(void) { return 1; }\nint f(void) { return 2; }", 2, "f is defined twice"),
        ("int main(int n, char **v) {\n switch (n) { case 1: case 1: ; } }", 2, "a case that the switch has already"),
        ("int main(int n, char **v) {\n switch (n) { case 1 ... 5: case 3: ; } }", 2, "a case that the switch has"),
    ],
)
def test_syntax_errors_have_a_place(text: str, line: int, message: str) -> None:
    error = refused(text)
    assert error.position.file == "bad.c"
    assert error.position.line == line
    assert "\n" not in str(error)
    assert error.message.startswith(message)


def test_a_missing_header(tmp_path: Path) -> None:
    file = tmp_path / "missing.c"
    file.write_text('int x;\n#include "no-such-header.h"\n')
    for options in (COptions(), COptions(use_compiler=False)):
        with pytest.raises(SourceError) as caught:
            load([file], options)
        assert "no-such-header.h" in caught.value.message
        assert (caught.value.position.file, caught.value.position.line) == (str(file), 2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (COptions(define=("3x",)), "an option for the preprocessor: "),
        (COptions(include_first=("no-such-header.h",)), "an option for the preprocessor: no-such-header.h"),
    ],
)
def test_a_wrong_option_for_the_preprocessor(tmp_path: Path, options: COptions, message: str) -> None:
    file = tmp_path / "a.c"
    file.write_text("int main(void) { return 0; }\n")
    with pytest.raises(SourceError) as caught:
        load([file], options)
    assert caught.value.message.startswith(message)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="there is no such file"):
        load([tmp_path / "none.c"], COptions())


def test_a_compiler_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("int main(void) { return 0; }\n")
    with pytest.raises(SourceError, match="no-such-compiler"):
        load([file], COptions(compiler="no-such-compiler"))


def test_a_missing_entry() -> None:
    with pytest.raises(SourceError, match="there is no function start"):
        load_text("int main(void) { return 0; }", "a.c", COptions(entry="start"))


@pytest.mark.parametrize("opening", ["(", "{", "a["])
def test_nesting_has_a_bound(opening: str) -> None:
    closing = {"(": ")", "{": "}", "a[": "]"}[opening]
    error = refused(f"int main(void) {{ {opening * 5000}0{closing * 5000}; }}")
    assert error.message == "nested deeper than 1500 levels"


def test_nesting_without_brackets_has_a_bound() -> None:
    assert refused(f"int main(void) {{ return {'!' * 60000}1; }}").message == "nested too deeply"


@pytest.mark.parametrize(
    "body",
    [
        f"return {'(' * 1000}n{')' * 1000};",
        f"{'{' * 1000} n++; {'}' * 1000} return n;",
        f"return {' + '.join(['n'] * 10000)};",
        f"{' else '.join(f'if (n == {i}) n = 0;' for i in range(1000))} return n;",
        f"return {'n ? 1 : ' * 1000} n;",
        f"{'if (n) ' * 1000} n = 0; return n;",
        f"return {' && '.join(['n'] * 2000)};",
    ],
)
def test_what_is_deep_but_not_too_deep_is_lowered(body: str) -> None:
    program = load_text(f"int main(void) {{ int n = 1; {body} }}", "deep.c", COptions())
    assert program.functions["main"].blocks


def test_long_functions_are_lowered() -> None:
    steps = "\n".join(f"  p = p->next; if (p->value == {number}) p->value = {number + 1};" for number in range(2500))
    text = f"struct n {{ struct n *next; int value; }};\nint f(struct n *p)\n{{\n{steps}\n  return 0;\n}}\n"
    program = load_text(text, "long.c", COptions())
    assert len(program.functions["f"].blocks) == 5001


def test_files_outside_of_the_program_are_not_quoted(tmp_path: Path) -> None:
    secret = tmp_path / "elsewhere" / "secret.txt"
    secret.parent.mkdir()
    secret.write_text("int password: hunter2\n")
    target = tmp_path / "project" / "a.c"
    target.parent.mkdir()
    for line in (f'#include "{secret}"', f'#include "{secret}"\n#error hunter2'):
        target.write_text(f"{line}\nint main(void) {{ return 0; }}\n")
        with pytest.raises(SourceError) as caught:
            load([target], COptions())
        if caught.value.position.file == str(secret):
            assert caught.value.message.startswith("this is not understood")
    target.write_text(f'#include "{secret}"\n')
    with pytest.raises(SourceError, match="syntax error: unexpected :"):
        load([target], COptions(include=(secret.parent,)))


def test_an_error_in_a_header_outside_is_not_quoted(tmp_path: Path) -> None:
    header = tmp_path / "elsewhere" / "h.h"
    header.parent.mkdir()
    header.write_text("#error secret words\n")
    target = tmp_path / "project" / "a.c"
    target.parent.mkdir()
    target.write_text(f'#include "{header}"\n')
    with pytest.raises(SourceError) as caught:
        load([target], COptions())
    assert caught.value.position.file == str(header)
    assert "secret" not in caught.value.message


def test_the_data_model_is_a_choice() -> None:
    for model, size in ((DataModel.LP64, "8"), (DataModel.ILP32, "4")):
        program = load_text("long g = sizeof(long); int main(void) { return g; }", "a.c", COptions(model=model))
        assert str(program.globals["g"].pieces[0].value) == size
