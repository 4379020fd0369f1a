"""Mutants of Java sources: one small mistake each, of four kinds that people make.

Law: a mutant differs from its source in one place, or in two neighbouring statements that were swapped. Not every one
compiles: ``<`` may be the bracket of a type, and a condition that is always true may make code unreachable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from random import Random
from typing import Final

from symheap_testing.java.mutants.tokens import Token, tokens


class Mistake(Enum):
    COMPARISON = "wrong comparison"
    NULL_CHECK = "missing null check"
    OFF_BY_ONE = "off by one"
    ASSIGNMENT = "swapped assignment"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant. `text` is the whole source with the mistake; `before` and `after` are the difference, at `line`."""

    program: str
    mistake: Mistake
    line: int
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        return f"{self.program}:{self.line}: {self.mistake.value}: {self.before} -> {self.after}"


_Change = tuple[int, int, str]
"""Start, end, and the replacement text."""

_COMPARISONS: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
_NUMBER: Final = re.compile(r"\d{1,9}[lL]?")
_OPENING: Final = {")": "(", "]": "["}


def mutants(program: str, source: str) -> Iterator[Mutant]:
    """Yield all mutants, by kind and then in the order of the source."""
    source_tokens = tokens(source)
    for mistake, changes in _KINDS.items():
        for start, end, text in changes(source_tokens, source):
            line = source.count("\n", 0, start) + 1
            changed = source[:start] + text + source[end:]
            yield Mutant(program, mistake, line, _flat(source[start:end]), _flat(text), changed)


def choose(sources: Mapping[str, str], count: int, random: Random, is_good: Callable[[Mutant], bool]) -> list[Mutant]:
    """Return `count` good mutants: all kinds equally often, and no program twice before all were used once."""
    pools: dict[Mistake, dict[str, list[Mutant]]] = {mistake: {} for mistake in Mistake}
    for program in sorted(sources):
        for mutant in mutants(program, sources[program]):
            pools[mutant.mistake].setdefault(program, []).append(mutant)
    for pool in pools.values():
        for of_program in pool.values():
            random.shuffle(of_program)
    chosen: list[Mutant] = []
    taken = dict.fromkeys(sources, 0)
    while len(chosen) < count and any(map(any, (pool.values() for pool in pools.values()))):
        for pool in pools.values():
            mutant_found = _next(pool, taken, random, is_good) if len(chosen) < count else None
            if mutant_found is not None:
                chosen.append(mutant_found)
                taken[mutant_found.program] += 1
    return chosen


def _next(
    pool: dict[str, list[Mutant]], taken: Mapping[str, int], random: Random, is_good: Callable[[Mutant], bool]
) -> Mutant | None:
    """Return a good mutant of a program with few mutants so far."""
    while left := [program for program, of_program in pool.items() if of_program]:
        fewest = min(taken[program] for program in left)
        program = random.choice([program for program in left if taken[program] == fewest])
        mutant = pool[program].pop()
        if is_good(mutant):
            return mutant
    return None


def _flat(text: str) -> str:
    return " ".join(text.split())


# The four mistakes ----------------------------------------------------------------------------------------------------


def _comparisons(tokens: Sequence[Token], source: str) -> Iterator[_Change]:
    """Make bounds exclusive or inclusive, and swap equal and unequal.

    Comparisons with null are another kind.
    """
    for at, token in enumerate(tokens):
        if token.kind == "sign" and token.text in _COMPARISONS and not _beside_null(tokens, at):
            yield token.start, token.end, _COMPARISONS[token.text]


def _null_checks(tokens: Sequence[Token], source: str) -> Iterator[_Change]:
    """Treat a reference that is compared with null as not null."""
    for at, token in enumerate(tokens):
        if token.text in ("==", "!=") and at + 1 < len(tokens) and tokens[at + 1].text == "null":
            first = _operand_before(tokens, at)
            if first is not None:
                yield tokens[first].start, tokens[at + 1].end, "false" if token.text == "==" else "true"


def _off_by_one(tokens: Sequence[Token], source: str) -> Iterator[_Change]:
    """Make a number, a length or an index one too large or too small."""
    for at, token in enumerate(tokens):
        if token.kind == "number" and _NUMBER.fullmatch(token.text):
            value, suffix = int(token.text.rstrip("lL")), token.text[len(token.text.rstrip("lL")) :]
            yield token.start, token.end, f"{value + 1}{suffix}"
            if value:
                yield token.start, token.end, f"{value - 1}{suffix}"
        elif token.text == "length" and at and tokens[at - 1].text == ".":
            first = _operand_before(tokens, at + 1)
            if first is not None and (at + 1 == len(tokens) or tokens[at + 1].text != "("):
                yield tokens[first].start, token.end, f"({source[tokens[first].start : token.end]} - 1)"


def _assignments(tokens: Sequence[Token], source: str) -> Iterator[_Change]:
    """Swap the sides of an assignment, or two consecutive assignments of which one uses the other's variable."""
    statements = [each for at in range(len(tokens)) if (each := _assignment(tokens, at)) is not None]
    for first, sign, last in statements:
        left, right = (
            source[tokens[first].start : tokens[sign - 1].end],
            source[tokens[sign + 1].start : tokens[last].end],
        )
        if left != right and _is_place(tokens[sign + 1 : last + 1]):
            yield tokens[first].start, tokens[last].end, f"{right} = {left}"
    for (first, sign, last), (then, then_sign, end) in pairwise(statements):
        one_names = _written(tokens, first, sign) in {token.text for token in tokens[then : end + 1]}
        if then == last + 2 and (
            one_names or _written(tokens, then, then_sign) in {t.text for t in tokens[first : last + 1]}
        ):
            one, two = source[tokens[first].start : tokens[last].end], source[tokens[then].start : tokens[end].end]
            between = source[tokens[last].end : tokens[then].start]
            yield tokens[first].start, tokens[end].end, f"{two}{between}{one}"


_KINDS: Final[dict[Mistake, Callable[[Sequence[Token], str], Iterator[_Change]]]] = {
    Mistake.COMPARISON: _comparisons,
    Mistake.NULL_CHECK: _null_checks,
    Mistake.OFF_BY_ONE: _off_by_one,
    Mistake.ASSIGNMENT: _assignments,
}


# Parts of sources -----------------------------------------------------------------------------------------------------


def _beside_null(tokens: Sequence[Token], at: int) -> bool:
    return "null" in (tokens[at - 1].text, tokens[at + 1].text if at + 1 < len(tokens) else "")


def _operand_before(tokens: Sequence[Token], at: int) -> int | None:
    """Return the start of the names, calls and indices before a token: ``a.b(c)[d]``; None for other forms."""
    here = at - 1
    while here >= 0:
        while tokens[here].text in _OPENING:
            opening = _opening(tokens, here)
            if opening is None:
                return None
            here = opening - 1
        if tokens[here].kind != "word":
            return None
        if tokens[here - 1].text != ".":
            return here
        here -= 2
    return None


def _opening(tokens: Sequence[Token], at: int) -> int | None:
    depth = 0
    for here in range(at, -1, -1):
        if tokens[here].text in _OPENING:
            depth += 1
        elif tokens[here].text in _OPENING.values():
            depth -= 1
            if not depth:
                return here
    return None


def _assignment(tokens: Sequence[Token], at: int) -> tuple[int, int, int] | None:
    """Return the first token, the sign and the last token of the statement ``place = value;`` at a token."""
    if at and tokens[at - 1].text not in (";", "{", "}"):
        return None
    sign = next((i for i in range(at, len(tokens)) if tokens[i].text in ("=", ";", "{", "}")), len(tokens))
    if sign == len(tokens) or tokens[sign].text != "=" or not _is_place(tokens[at:sign]):
        return None
    last = next((i for i in range(sign, len(tokens)) if tokens[i].text in (";", "{", "}")), len(tokens))
    return (at, sign, last - 1) if last < len(tokens) and tokens[last].text == ";" and last > sign + 1 else None


def _written(tokens: Sequence[Token], first: int, sign: int) -> str:
    """Return the name of the variable, field or array that is assigned before a sign."""
    at = sign - 1
    while tokens[at].text == "]":
        at = (_opening(tokens, at) or first + 1) - 1
    return tokens[at].text


def _is_place(part: Sequence[Token]) -> bool:
    """Whether tokens form a place that can be assigned to: names, fields and elements, ``a.b[i].c``."""
    if not part or part[0].kind != "word" or part[-1].text in ("true", "false", "null", "this"):
        return False
    depth = 0
    before = ""
    for token in part:
        depth += {"[": 1, "]": -1}.get(token.text, 0)
        if not depth and token.text != "]" and token.kind != "word" and token.text != ".":
            return False
        if not depth and token.kind == "word" and before not in ("", "."):
            return False
        before = token.text
    return True
