"""Proofs as values: the verdict and everything that belongs to it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

import symheap
from symheap.session.proofs.proving import Proving
from symheap.session.proofs.settings import ProveSettings
from symheap.session.watching import Alone

T = TypeVar("T")
C = Path(__file__).parents[3] / "examples" / "c"


@pytest.fixture(scope="module")
def safe() -> symheap.Proof:
    return symheap.prove(C / "reverse.c")


@pytest.fixture(scope="module")
def unsafe() -> symheap.Proof:
    return symheap.prove([str(C / "release.c")])


@pytest.fixture(scope="module")
def library() -> symheap.Proof:
    return symheap.prove(C / "queue.c", pre=C / "queue.pre")


def test_a_safe_program(safe: symheap.Proof) -> None:
    assert (safe.verdict, safe.reason, safe.leak, safe.findings) == ("safe", "", "none", ())
    assert [each.verdict for each in safe.rounds] == ["safe"]
    assert safe.clients == (safe,)
    assert safe.document()["verdict"] == "safe"
    assert "loop invariants:" in str(safe)
    assert repr(safe).endswith("reverse.c': safe>")
    assert safe.seconds > 0


def test_an_unsafe_program(unsafe: symheap.Proof, tmp_path: Path) -> None:
    assert (unsafe.verdict, unsafe.reason) == ("unsafe", "use-after-free")
    [finding] = unsafe.findings
    assert (finding.kind, finding.position.line, finding.replayed) == ("use-after-free", 20, ("interpreter",))
    unsafe.write_crash(tmp_path / "crash")
    assert (tmp_path / "crash" / "trace.txt").read_text(encoding="utf-8").rstrip().endswith("has been freed")
    witness = unsafe.witness()
    assert witness is not None
    assert "violation_sequence" in witness


def test_a_library_has_a_proof_for_each_function(library: symheap.Proof) -> None:
    assert library.verdict == "safe"
    names = [client.target.rpartition("::")[2] for client in library.clients]
    assert names == ["push", "length", "drop"]
    assert "<svg" in library.clients[0].svg()
    with pytest.raises(ValueError, match="3 clients: draw one of them"):
        library.svg()
    html = library._repr_html_()
    assert html.count("<tr>") == 4
    assert "<svg" not in html


def test_what_crashes_only_is_written_as_a_crash(safe: symheap.Proof, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is safe: there is no execution that crashes"):
        safe.write_crash(tmp_path / "crash")
    assert not (tmp_path / "crash").exists()


def test_a_notebook_shows_the_transition_system(unsafe: symheap.Proof) -> None:
    html = unsafe._repr_html_()
    assert "<svg" in html
    assert "use-after-free" in html


def test_a_name_of_a_file_is_no_markup(tmp_path: Path) -> None:
    file = tmp_path / '"><script>alert(1)<!--\u202e.c'
    shutil.copy(C / "release.c", file)
    html = symheap.prove(file)._repr_html_()
    assert "<script" not in html
    assert "<!--" not in html
    assert "\u202e" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize("wrong", ["property", "model", "patterns", "encoding", "solver"])
def test_an_unknown_word_is_refused_with_the_known_ones(wrong: str) -> None:
    with pytest.raises(ValueError, match=f"unknown {wrong} 'best': choose one of"):
        symheap.prove(C / "reverse.c", **{wrong: "best"})


def test_what_is_no_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(symheap.TargetError, match="prove is for C"):
        symheap.prove("swap.jl")
    (tmp_path / "x.c").write_text("int main(", encoding="utf-8")
    with pytest.raises(symheap.SourceError) as error:
        symheap.prove(tmp_path / "x.c")
    assert error.value.position.line == 1


class Asking(Alone):
    """Asks for progress after each unit of work."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.line: Callable[[], str] = str

    def call(self, work: Callable[[], T], /) -> T | None:
        done = work()
        self.lines.append(self.line())
        return done


def test_it_is_said_what_is_being_done_and_for_how_long_at_most() -> None:
    asking = Asking()
    work = Proving((C / "release.c",), ProveSettings(timeout=30), asking)
    asking.line = work.line
    assert work.line() == f"symheap: reading {C / 'release.c'}"
    list(work.proofs(work.load()))
    [line] = asking.lines
    assert re.search(r"release.c: replaying, \d+ s of at most 30 s, 12 states, 1 possible error$", line)


def test_of_several_clients_it_is_said_which_one_it_is() -> None:
    asking = Asking()
    work = Proving((C / "queue.c",), ProveSettings(pre=str(C / "queue.pre")), asking)
    asking.line = work.line
    list(work.proofs(work.load()))
    assert list(dict.fromkeys(line.partition(": analysing")[0] for line in asking.lines)) == [
        "symheap: push (1 of 3)",
        "symheap: length (2 of 3)",
        "symheap: drop (3 of 3)",
    ]
