"""The parts of the fuzzer for C: templates, programs, runs, judgements, and the reduction of programs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from symheap_testing.c.fuzz.generate import PIECES, program_of, random_program
from symheap_testing.c.fuzz.inputs import inputs_for
from symheap_testing.c.fuzz.judge import Answer, judge
from symheap_testing.c.fuzz.kinds import kinds_of
from symheap_testing.c.fuzz.mutants import corpus_mutant
from symheap_testing.c.fuzz.names import own_names, renamed
from symheap_testing.c.fuzz.oracle import End, Run, Runs, has_sanitizers, run_batch
from symheap_testing.c.fuzz.program import Block, FuzzProgram
from symheap_testing.c.fuzz.prover import FuzzVerdict
from symheap_testing.c.fuzz.reduce import reduced
from symheap_testing.c.fuzz.templates import drawn

CORPUS = Path(__file__).parents[2] / "programs"
sanitized = pytest.mark.skipif(not has_sanitizers(), reason="no gcc with AddressSanitizer and UBSan")


def of(*body: str, tag: str = "test") -> FuzzProgram:
    return FuzzProgram(0, (Block((tag,), (), body),))


# Templates and programs -----------------------------------------------------------------------------------------------


def test_alternatives_are_chosen_and_remembered() -> None:
    random = Random(0)
    seen = {drawn(random, "«T:a|b«c|d»|» x «T»") for _ in range(50)}
    assert seen == {"a x a", "bc x bc", "bd x bd", " x "}


def test_tables_and_bars() -> None:
    assert drawn(Random(0), "«$nint» ¦ 1") == "symheap_nondet_int() | 1"


def test_an_alternative_that_is_not_closed() -> None:
    with pytest.raises(ValueError, match="not closed"):
        drawn(Random(0), "«a|b")


def test_programs_come_from_their_seeds() -> None:
    assert random_program(7) == random_program(7)
    assert len({random_program(seed).files() for seed in range(50)}) > 45


def test_every_feature_has_programs_without_traces_of_the_template() -> None:
    for piece in PIECES:
        for seed in range(3):
            text = "\n".join(program_of(piece, seed).files())
            assert not set("«»@¦") & set(text), text
            assert "!!" not in text.replace("!!c", "")


def test_marks_are_seen_by_runs_only() -> None:
    program = of("int x = 1;", '!!fuzz_undefined("here");')
    assert "fuzz_undefined" not in program.files()[0]
    assert 'fuzz_undefined("here");' in program.files(marked=True)[0]


def test_mutants_differ_from_the_corpus() -> None:
    assert corpus_mutant(CORPUS, 8) == corpus_mutant(CORPUS, 8)
    assert corpus_mutant(CORPUS, 8).tags[0].startswith("mutant of ")


def test_only_names_of_the_program_are_renamed() -> None:
    text = '#include <stdio.h>\nint main(void) { int size = 1; printf("size"); return size; }'
    assert own_names(text) == ["main", "size"]
    assert "#define size size_3" in renamed(text, 3)


def test_inputs_come_near_to_the_constants() -> None:
    given = inputs_for(Random(0), [77], 200)
    assert any(line.startswith("78*") for line in given)


# Runs -----------------------------------------------------------------------------------------------------------------


@sanitized
def test_runs_of_a_batch(tmp_path: Path) -> None:
    programs = [
        of("int *p = 0;", "if (symheap_nondet_int() == 5) *p = 1;"),
        of("char *p = malloc(3);", "p = 0;"),
        of('!!fuzz_undefined("marked here");'),
        of("int x = symheap_nondet_int();", "return 3 / x;"),
        of("this is not C;"),
        of("while (1);"),
        of("free(malloc(4));"),
        of("if (symheap_nondet_int()) abort();", "assert(0);"),
        FuzzProgram(
            0, (Block(("deep",), ("static int f(int n) { return n ? f(n - 1) + 1 : 0; }",), ("f(99999999);",)),)
        ),
    ]
    runs = run_batch(programs, [["1", "5"], ["1"], ["1"], ["0"], ["1"], ["1"], ["1"], ["1", "0"], ["1"]], tmp_path)
    assert [run.end for run in runs[0].runs] == [End.CLEAN, End.ERROR] * 2
    assert [(run.end, run.left > 0) for run in runs[1].runs] == [(End.CLEAN, True), (End.CLEAN, False)]
    assert "marked here" in runs[2].runs[0].summary
    assert runs[3].runs[0].end is End.OUTSIDE
    assert "error" in runs[4].refused
    assert runs[5].runs[0].end is End.LIMIT
    assert [(run.end, run.left) for run in runs[6].runs] == [(End.CLEAN, 0)] * 2
    assert [run.end for run in runs[7].runs] == [End.CLEAN, End.ERROR] * 2
    assert {run.end for run in runs[8].runs} <= {End.LIMIT, End.CLEAN}


@sanitized
def test_a_constructor_that_fails(tmp_path: Path) -> None:
    failing = ("static int *p;", "__attribute__((constructor)) static void f(void) { *p = 1; }")
    [runs] = run_batch([FuzzProgram(0, (Block(("c",), failing, ("p = 0;",), alone=True),))], [["1"]], tmp_path)
    assert runs.runs[0].end is End.ERROR


@sanitized
def test_strings_that_the_library_reads_unseen(tmp_path: Path) -> None:
    programs = [of("char *p = malloc(2);", "free(p);", call) for call in ("perror(p);", "getenv(p);", "unlink(p);")]
    for runs in run_batch(programs, [["1"]] * 3, tmp_path):
        assert "heap-use-after-free" in runs.runs[0].summary


# Judgements -----------------------------------------------------------------------------------------------------------

CLEAN = Run(0, End.CLEAN, 1, 0, "")
FAILED = Run(1, End.ERROR, 1, 0, "AddressSanitizer: heap-use-after-free")
LEFT = Run(0, End.CLEAN, 1, 4, "")


@pytest.mark.parametrize(
    ("verdict", "runs", "answer"),
    [
        (FuzzVerdict("safe", leak="none"), [CLEAN], Answer.RIGHT),
        (FuzzVerdict("safe", leak="none"), [CLEAN, FAILED], Answer.MISSED),
        (FuzzVerdict("safe", leak="none"), [LEFT], Answer.LEAK_MISSED),
        (FuzzVerdict("safe", leak="lost"), [LEFT], Answer.RIGHT),
        (FuzzVerdict("safe", leak="lost"), [CLEAN], Answer.LEAK_UNSEEN),
        (FuzzVerdict("unsafe"), [CLEAN, FAILED], Answer.RIGHT),
        (FuzzVerdict("unsafe", inputs={"values": [1]}), [CLEAN], Answer.FALSE_ALARM),
        (FuzzVerdict("unsafe", inputs={"values": [1, 2]}), [CLEAN], Answer.UNCONFIRMED),
        (FuzzVerdict("unsafe", inputs={"values": [1], "contents": "00"}), [CLEAN], Answer.UNCONFIRMED),
        (FuzzVerdict("unknown", "timeout"), [], Answer.OPEN),
        (FuzzVerdict("crash"), [], Answer.CRASH),
    ],
)
def test_judgements(verdict: FuzzVerdict, runs: list[Run], answer: Answer) -> None:
    assert judge(of("x;"), verdict, Runs(runs)).answer is answer


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("FILE *f = stdin;", "fclose(f);", "fgetc(f);"), Answer.UNCONFIRMED),
        (("FILE *f = stdin;", "fgetc(f);"), Answer.FALSE_ALARM),
        (('FILE *f = fopen("x", "r");', "fclose(f);", "fgetc(f);"), Answer.FALSE_ALARM),
    ],
)
def test_no_run_shows_the_use_of_a_closed_standard_stream(lines: tuple[str, ...], answer: Answer) -> None:
    said = ("3: invalid-dereference: this is not an open stream",)
    verdict = FuzzVerdict("unsafe", inputs={"values": [1]}, findings=said)
    assert judge(of(*lines), verdict, Runs([CLEAN])).answer is answer


@sanitized
@pytest.mark.parametrize(
    ("end", "answer"),
    [
        ("return x;", Answer.FALSE_ALARM),
        ("", Answer.UNCONFIRMED),
        ("abort();", Answer.FALSE_ALARM),
        ("int *y; return y;", Answer.UNCONFIRMED),
    ],
)
def test_no_run_can_be_given_what_nothing_sets(end: str, answer: Answer) -> None:
    """Seeds 7002424 and 7004048 of 2026-11-19: a missing result was still in its register, a variable on the stack."""
    whole = (
        f"#include <stdlib.h>\nstatic int *f(int *x) {{ if (*x) return x; {end} }}\n"
        "int main(int argc, char **argv) { return *f(&argc); }\n"
    )
    verdict = FuzzVerdict("unsafe", inputs={"values": [1]})
    assert judge(FuzzProgram(0, (), whole=whole), verdict, Runs([CLEAN])).answer is answer


def test_the_kind_of_a_wrong_answer_names_the_attribute() -> None:
    program = FuzzProgram(0, (Block(("attribute-struct",), ("struct S { int a; } __attribute__((packed));",)),))
    judgement = judge(program, FuzzVerdict("safe"), Runs([FAILED]))
    assert kinds_of(program, judgement) == ("attribute-struct: packed",)


def test_a_program_is_made_small() -> None:
    blocks = (
        Block(("a",), ("int g;",), ("int x = 1;", "if (x) {", "x++;", "bad();", "}")),
        Block(("b",), (), ("int y = 2;",)),
    )
    small = reduced(FuzzProgram(0, blocks), lambda program: "bad();" in program.files()[0])
    assert small.blocks == (Block(("a",), (), ("bad();",)),)


def test_a_mark_stays_with_its_line() -> None:
    program = of("int x = 1;", '!!fuzz_undefined("here");', "x = 2;")
    small = reduced(program, lambda candidate: "fuzz_undefined" in candidate.files(marked=True)[0])
    assert small.blocks[0].body == ('!!fuzz_undefined("here");', "x = 2;")
