"""Conditions as SMT-LIB 2 text, which any solver can read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symheap.core.deadline import tick
from symheap.core.model import OUTSIDE
from symheap.core.operators import CONNECTIVES, FLOAT_BINARY, FLOAT_CONVERSIONS, LEAVES
from symheap.core.printing import infix
from symheap.core.terms import BOOL, INT, REF, Op, Sort, Term, Value, make
from symheap.core.walk import postorder, symbols
from symheap.solver.backends.backend import PARTIAL, guarded, only_argument, operand_sort
from symheap.solver.backends.levels import by_age, class_index
from symheap.solver.backends.opaque import constant_of, opaque, outermost
from symheap.solver.features import features, features_of_all
from symheap.solver.fold import fold

_TAKEN = frozenset(
    (
        "null",
        "class-of",
        "Ref",
        "Int",
        "Bool",
        "Real",
        "String",
        "true",
        "false",
        "not",
        "and",
        "or",
        "xor",
        "ite",
        "let",
        "distinct",
        "forall",
        "exists",
        "match",
        "par",
        "as",
        "is",
        "div",
        "mod",
        "abs",
        "select",
        "store",
        "const",
        "concat",
        "extract",
    )
)
_EMPTY_CONNECTIVE = {Op.AND: "true", Op.OR: "false"}
_LONGEST_UNNAMED = 60
_FORMATS = {32: "8 24", 64: "11 53"}
_ROUNDED = FLOAT_BINARY - {Op.FPREM} | {Op.FPSQRT, Op.FPROUND}
_CONVERSIONS = FLOAT_CONVERSIONS | {Op.FPFROMBITS}


def to_smtlib(conjuncts: Sequence[Value]) -> str:
    """Return a complete script that asks whether the conjuncts are satisfiable together.

    References are an uninterpreted sort with a constant for null. ``isa`` is a range of the function ``class-of``,
    whose value for every tested reference is a class of the universe. A term that is used twice is defined once. Java's
    floating-point remainder is not in SMT-LIB and is left uninterpreted; the bits of a number use z3's function. An
    application of a function known by evaluation is a constant, with a comment that shows the application.
    """
    applications = outermost(tuple(conjunct for conjunct in conjuncts if isinstance(conjunct, Term)))
    conjuncts = [_total(opaque(conjunct)) if isinstance(conjunct, Term) else conjunct for conjunct in conjuncts]
    terms = [conjunct for conjunct in conjuncts if isinstance(conjunct, Term)]
    names = _shared(terms)
    lines = ["(set-logic ALL)", *_comments(applications), *_declarations(terms), *_axioms(terms)]
    lines += [f"(define-fun {name} () {_sort(term.sort)} {text})" for term, name, text in _definitions(terms, names)]
    lines += [f"(assert {_formula(conjunct, names)})" for conjunct in conjuncts]
    return "\n".join([*lines, "(check-sat)", ""])


def condition_smt2(value: Value) -> str:
    """Return one condition as an s-expression, with shared parts bound by ``let``."""
    if not isinstance(value, Term):
        return _constant(value, BOOL if isinstance(value, bool) else INT)
    value = _total(opaque(value))
    names = _shared([value])
    definitions = _definitions([value], names)
    body = _formula(value, names)
    opening = "".join(f"(let (({name} {text})) " for _, name, text in definitions)
    return opening + body + ")" * len(definitions)


def quoted(name: str) -> str:
    """Return a name as a quoted symbol, which may contain anything but quotes.

    Quoting does not make a symbol new (``|and|`` is ``and``), so a space is appended to a name that SMT-LIB or this
    file uses.
    """
    text = name.replace("\\", "/").replace("|", "!")
    return f"|{text} |" if text in _TAKEN or text.startswith("?") else f"|{text}|"


_totals: dict[Term, Term] = {}


def _total(value: Term) -> Term:
    """Return a term that defines all values that SMT-LIB's own operators leave open."""
    return fold(value, _totals, _say) if features(value).floats else value


def _say(term: Term) -> Term:
    args = tuple(_totals[arg] if isinstance(arg, Term) else arg for arg in term.args)
    copy = make(term.op, term.sort, args, term.payload)
    total = guarded(copy) if term.op in PARTIAL and term.payload is None else copy
    assert isinstance(total, Term)
    return total


# Sharing --------------------------------------------------------------------------------------------------------------


def _shared(terms: Sequence[Term]) -> dict[Term, str]:
    """Return a name for every inner node that is used more than once."""
    uses: dict[Term, int] = {}
    seen: dict[Term, None] = {}
    for root in terms:
        uses[root] = uses.get(root, 0) + 1
        for node in postorder(root):
            if node in seen:
                continue
            seen[node] = None
            for arg in node.args:
                if isinstance(arg, Term):
                    uses[arg] = uses.get(arg, 0) + 1
    shared = [node for node in seen if uses[node] > 1 and node.op not in LEAVES]
    return {node: f"?{i}" for i, node in enumerate(shared)}


def _definitions(terms: Sequence[Term], names: dict[Term, str]) -> list[tuple[Term, str, str]]:
    """Return the named nodes with their text, each after those that it uses."""
    definitions: dict[Term, tuple[Term, str, str]] = {}
    for root in terms:
        for node in postorder(root):
            if node in names and node not in definitions:
                definitions[node] = (node, names[node], _write(_parts(node), names))
    return list(definitions.values())


class Definitions:
    """Writes conditions with names for all that is long: a term has the same name in all of them.

    So conditions that have terms in common have most of their lines in common.
    """

    def __init__(self) -> None:
        self._names: dict[Term, str] = {}
        self._needs: dict[Term, tuple[int, ...]] = {}
        self._lines: list[tuple[str, tuple[int, ...]]] = []
        self._written: dict[Value, tuple[str, tuple[int, ...]]] = {}

    def asserted(self, value: Value) -> str:
        """The line that asserts a condition."""
        return f"(assert {self._text(value)[0]})"

    def needed(self, values: Iterable[Value]) -> list[str]:
        """The definitions that conditions need, each after those that it needs itself."""
        numbers: set[int] = set()
        stack = [number for value in values for number in self._text(value)[1]]
        while stack:
            number = stack.pop()
            if number not in numbers:
                numbers.add(number)
                stack += self._lines[number][1]
        return [self._lines[number][0] for number in sorted(numbers)]

    def _text(self, value: Value) -> tuple[str, tuple[int, ...]]:
        """A condition, and the numbers of the definitions that stand in its text."""
        text = self._written.get(value) if isinstance(value, Term) else (_constant(value, BOOL), ())
        if text is None:
            assert isinstance(value, Term)
            whole = _total(opaque(value))
            for node in postorder(whole):
                if node not in self._needs:
                    self._add(node)
            text = self._written[value] = _write([whole], self._names), self._needs[whole]
        return text

    def _add(self, node: Term) -> None:
        text = _write(_parts(node), self._names)
        needs = tuple(dict.fromkeys(each for arg in node.args if isinstance(arg, Term) for each in self._needs[arg]))
        if len(text) > _LONGEST_UNNAMED:
            number = len(self._lines)
            self._names[node] = f"?{number}"
            self._lines.append((f"(define-fun ?{number} () {_sort(node.sort)} {text})", needs))
            needs = (number,)
        self._needs[node] = needs


# Declarations ---------------------------------------------------------------------------------------------------------


def _comments(applications: Iterable[Term]) -> Iterable[str]:
    for application in applications:
        text = infix(application, 200).replace("\n", " ")
        yield f"; {_leaf(constant_of(application))} is {text}"


def _declarations(terms: Sequence[Term]) -> Iterable[str]:
    needed = features_of_all(terms)
    yield "(declare-sort Ref 0)"
    yield "(declare-const null Ref)"
    yield "(declare-fun class-of (Ref) Int)"
    for field in sorted({str(term.payload) for term in needed.ranked}):
        yield f"(declare-fun {_rank(field)} (Ref) Int)"
    if needed.remainders:
        yield from (f"(declare-fun fmod{width} ({sort} {sort}) {sort})" for width, sort in _float_sorts())
    for location in by_age(needed.locations):
        yield f"(declare-const {_leaf(location)} Ref)"
    for symbol in _symbols(terms):
        yield f"(declare-const {_leaf(symbol)} {_sort(symbol.sort)})"


def _axioms(terms: Sequence[Term]) -> Iterable[str]:
    needed = features_of_all(terms)
    locations = by_age(needed.locations)
    if locations:
        yield f"(assert (distinct null {' '.join(map(_leaf, locations))}))"
    for location in locations:
        index = class_index(needed.universe, location)
        if needed.universe and index != OUTSIDE:
            yield f"(assert (= (class-of {_leaf(location)}) {index}))"
        if not location.location.initial:
            references = [symbol for symbol in _symbols(terms) if symbol.sort is REF]
            yield from (f"(assert (distinct {_leaf(location)} {_leaf(symbol)}))" for symbol in references)
    for ref in by_age(needed.classified):
        yield f"(assert (and (<= 0 (class-of {_leaf(ref)})) (< (class-of {_leaf(ref)}) {len(needed.universe)})))"


def _symbols(terms: Sequence[Term]) -> tuple[Term, ...]:
    return by_age(frozenset().union(*map(symbols, terms)))


def _sort(sort: Sort) -> str:
    if sort.width:
        return f"(_ BitVec {sort.width})"
    if sort.float_width:
        return f"(_ FloatingPoint {_FORMATS[sort.float_width]})"
    return {BOOL: "Bool", INT: "Int", REF: "Ref"}[sort]


def _float_sorts() -> list[tuple[int, str]]:
    return [(width, _sort(Sort.floating(width))) for width in _FORMATS]


def _rank(field: str) -> str:
    return quoted(f"rank {field}")


# Terms ----------------------------------------------------------------------------------------------------------------


def _formula(value: Value, names: dict[Term, str]) -> str:
    return _write([value], names) if isinstance(value, Term) else _constant(value, BOOL)


def _write(parts: Sequence[Term | str], names: dict[Term, str]) -> str:
    """Return the text of `parts`, with nodes of `names` written by name. Not recursive."""
    pieces: list[str] = []
    stack = list(reversed(parts))
    while stack:
        tick()
        top = stack.pop()
        if isinstance(top, str):
            pieces.append(top)
        elif top in names:
            pieces.append(names[top])
        else:
            stack.extend(reversed(_parts(top)))
    return "".join(pieces)


def _parts(term: Term) -> list[Term | str]:
    """Return the text of one node, in which its arguments are still terms."""
    op = term.op
    if op in LEAVES:
        return [_leaf(term)]
    if op in _EMPTY_CONNECTIVE and not term.args:
        return [_EMPTY_CONNECTIVE[op]]
    if op is Op.ISA:
        return [_is_a(term)]
    if op is Op.RANK:
        return [f"({_rank(str(term.payload))} ", only_argument(term), ")"]
    if op is Op.EXTRACT or op is Op.SIGNEXT or op is Op.ZEROEXT:
        indices = term.payload if isinstance(term.payload, tuple) else (term.payload,)
        return [f"((_ {op.value} {' '.join(map(str, indices))}) ", only_argument(term), ")"]
    parts: list[Term | str] = [f"({_operator(term)}"]
    for arg, sort in zip(term.args, _argument_sorts(term), strict=True):
        parts += [" ", arg if isinstance(arg, Term) else _constant(arg, sort)]
    return [*parts, ")"]


def _operator(term: Term) -> str:
    op, sort = term.op, term.sort
    if op in _ROUNDED:
        return f"{op.value} {term.payload or 'RNE'}"
    if op is Op.FPREM:
        return f"fmod{sort.float_width}"
    if op not in _CONVERSIONS:
        return str(op.value)
    if op is Op.FPTOINT:
        return f"(_ fp.to_sbv {sort.width}) RTZ"
    return f"(_ to_fp {_FORMATS[sort.float_width]})" + ("" if op is Op.FPFROMBITS else " RNE")


def _argument_sorts(term: Term) -> tuple[Sort, ...]:
    if term.op is Op.ITE:
        return BOOL, term.sort, term.sort
    if term.op in CONNECTIVES:
        return (BOOL,) * len(term.args)
    return (operand_sort(term),) * len(term.args)


def _leaf(term: Term) -> str:
    if term.op is Op.NULL:
        return "null"
    if term.op is Op.LOC:
        when = "" if term.location.initial else " new"
        return quoted(f"{term.location.class_name}#{term.location.number}{when}")
    return quoted(term.name)


def _is_a(term: Term) -> str:
    index = f"(class-of {_leaf(only_argument(term))})"
    runs = [
        f"(= {index} {low})" if low == high else f"(and (<= {low} {index}) (<= {index} {high}))"
        for low, high in term.types.intervals()
    ]
    within = runs[0] if len(runs) == 1 else f"(or {' '.join(runs)})"
    return f"(and (not (= {_leaf(only_argument(term))} null)) {within})"


def _constant(value: int, sort: Sort) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if sort.width:
        return f"(_ bv{value & ((1 << sort.width) - 1)} {sort.width})"
    if sort.float_width:
        return f"((_ to_fp {_FORMATS[sort.float_width]}) {_constant(value, Sort.bitvector(sort.float_width))})"
    return str(value) if value >= 0 else f"(- {-value})"
