"""Literals in regular expressions: one decision, whether a text has them at an index, and none for each character.

Texts that are not Latin-1 strings are left to the bytecode.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from symheap.core.terms import BV8, BV32, Op, Term, Value, and_, conjunction, disjunction, eq, not_, or_
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.core.theories.functions import reader
from symheap.core.types import Field
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models, leave_to_bytecode
from symheap.lang.java.values import operations
from symheap.lang.java.values.types import STRING
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Refused, Symbolic
from symheap.objects.ir import Operation, Reg

MODELS = Models()
_PATTERN, _MATCHER = "java.util.regex.Pattern", "java.util.regex.Matcher"
_NODE = f"{_PATTERN}$Node"
_PARAMETERS = "(Ljava/util/regex/Matcher;ILjava/lang/CharSequence;)Z"
_MATCH = f"match{_PARAMETERS}"
_CASE = 0x20
_LATIN1 = 0
_IS_LATIN1 = Operation("latin1", lambda coder: eq(coder, _LATIN1))

Alike = Callable[[Value, int], Value]
"""Whether a character of a text matches one of the pattern."""


# Characters of a text
# ---------------------------------------------------------------------------------------------------


def _is_same(char: Value, wanted: int) -> Value:
    return eq(char, wanted)


def _is_same_letter(char: Value, wanted: int) -> Value:
    """Whether characters match, ignoring case: the pattern has lower-case ASCII letters."""
    is_letter = ord("a") <= wanted <= ord("z")
    return or_(eq(char, wanted), eq(char, wanted - _CASE)) if is_letter else eq(char, wanted)


def _each(alike: Alike, text: Value, start: Value, literal: Value, size: Value) -> list[Value]:
    """Return, for each character of a literal, whether the text has it in its place, from `start` on."""
    assert isinstance(text, Term)
    assert isinstance(literal, Term)
    assert not isinstance(size, Term)
    text_at, literal_at = reader(text), reader(literal)
    places = [bitvector(Op.BVADD, 32, start, at) for at in range(size)]
    units = [extend(text_at(place), 8, 32, signed=False) for place in places]
    return [alike(unit, _plain(literal_at(at))) for at, unit in enumerate(units)]


def _plain(value: Value) -> int:
    assert not isinstance(value, Term)
    return value


def _has(alike: Alike, text: Value, start: Value, literal: Value, size: Value) -> Value:
    return conjunction(_each(alike, text, start, literal, size))


def _room(start: Value, end: Value) -> Value:
    return bitvector(Op.BVSUB, 32, end, start)


def _fits(start: Value, end: Value, size: Value) -> Value:
    """Whether a text has `size` characters between two indices."""
    return not_(bitvector(Op.BVSLT, 32, _room(start, end), size))


def _has_before(alike: Alike, text: Value, start: Value, end: Value, literal: Value, size: Value) -> Value:
    return and_(_fits(start, end, size), _has(alike, text, start, literal, size))


def _is_cut(alike: Alike, text: Value, start: Value, end: Value, literal: Value, size: Value, cut: Value) -> Value:
    """Whether a text ends within a literal that matches up to there, or `cut` was already true."""
    each, room = _each(alike, text, start, literal, size), _room(start, end)
    nothing = not_(bitvector(Op.BVSLT, 32, 0, room))
    ends = (and_(eq(room, at) if at else nothing, conjunction(each[:at])) for at in range(len(each)))
    return or_(cut, disjunction(ends))


# Nodes of a pattern ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Node:
    """The registers of a node that looks for a literal.

    `text` are the contents of the string that it searches from `start` to `end`; `literal` has `size` characters.
    """

    this: Reg
    matcher: Reg
    start: Reg
    end: Reg
    sequence: Reg
    text: Reg
    literal: Reg
    size: Reg


def _model(name: str) -> Callable[[Callable[[Emitter, _Node], Reg]], None]:
    """Register the model of a node's matching, for Latin-1 strings."""
    owner = f"{_PATTERN}${name}"

    def register(build: Callable[[Emitter, _Node], Reg]) -> None:
        def built(e: Emitter, args: Args) -> Reg:
            if ("value", "[B") in e.link.find(STRING).fields:
                return build(e, _node(e, owner, args))
            leave_to_bytecode(e, owner, _MATCH, args)
            return ir.DISCARD

        MODELS.built(f"{owner}.{_MATCH}")(built)

    return register


def _node(e: Emitter, owner: str, args: Args) -> _Node:
    this, matcher, start, sequence = args
    size, literal, text = e.register(), e.register(), e.register()
    e.emit(ir.HostCall(size, HostFunction(f"{owner}.match", partial(_must_be_made, owner)), (this,), e.at))
    string, other = e.decide(e.is_a(sequence, STRING))
    e.start(string)
    coder = e.get(sequence, _field(e, STRING, "coder"), dst=e.register())
    latin1, wide = e.decide(e.compute(_IS_LATIN1, coder, dst=e.register()))
    for left in (other, wide):
        e.start(left)
        leave_to_bytecode(e, owner, _MATCH, args)
    e.start(latin1)
    buffer, value = e.get(this, _field(e, owner, "buffer")), e.get(sequence, _field(e, STRING, "value"))
    e.emit(ir.Contents(literal, buffer, BV32, e.at))
    e.emit(ir.Contents(text, value, BV8, e.at))
    end = e.get(matcher, _field(e, _MATCHER, "to"), dst=e.register())
    return _Node(this, matcher, start, end, sequence, text, literal, size)


def _must_be_made(owner: str, host: Host, args: tuple[Cell, ...]) -> int:
    """Return the length of the literal."""
    try:
        return host.length(host.get(args[0], owner, "buffer"))
    except Symbolic:
        raise Refused(f"{owner} that is an input") from None


def _field(e: Emitter, owner: str, name: str) -> Field:
    return next(field for field in e.link.table.fields(owner) if field.name == name)


def _go_on(e: Emitter, node: _Node, start: Reg) -> Reg:
    """Match the rest of the pattern after the literal."""
    behind, result = e.compute(operations.IADD, start, node.size, dst=e.register()), e.register()
    following = e.get(node.this, _field(e, _NODE, "next"), dst=e.register())
    call_named(e, result, _NODE, "match", _PARAMETERS, (following, node.matcher, behind, node.sequence), static=False)
    return result


def _slice(name: str, alike: Alike) -> None:
    has, is_cut = (Operation(f.__name__, partial(f, alike)) for f in (_has_before, _is_cut))

    @_model(name)
    def match(e: Emitter, node: _Node) -> Reg:
        """Match. If the text ends too early, more input might match: the matcher records this."""
        asked = (node.text, node.start, node.end, node.literal, node.size)
        hit_end, no = _field(e, _MATCHER, "hitEnd"), e.constant(0)
        matches, missing = e.decide(e.compute(has, *asked, dst=e.register()))
        e.start(missing)
        before = e.get(node.matcher, hit_end, dst=e.register())
        e.put(node.matcher, hit_end, e.compute(is_cut, *asked, before, dst=e.register()))
        e.emit(ir.Return(no, e.at))
        e.start(matches)
        return _go_on(e, node, node.start)


_slice("Slice", _is_same)
_slice("SliceI", _is_same_letter)

_HAS = Operation("has", partial(_has, _is_same))
_FITS = Operation("fits", _fits)


@_model("BnM")
def search(e: Emitter, node: _Node) -> Reg:
    """Return the first position at which the whole pattern matches. The skips of the original algorithm omit none."""
    first, last, groups, hit_end = (_field(e, _MATCHER, name) for name in ("first", "last", "groups", "hitEnd"))
    zero, one, yes = e.constant(0), e.constant(1), e.constant(True)
    at = e.register()
    e.emit(ir.Move(at, node.start, e.at))
    head, further = e.block(), e.block()
    e.jump(head)
    e.start(head)
    inside, over = e.decide(e.compute(_FITS, at, node.end, node.size, dst=e.register()))
    e.start(over)
    e.put(node.matcher, hit_end, yes)
    e.emit(ir.Return(zero, e.at))
    e.start(inside)
    present, missing = e.decide(e.compute(_HAS, node.text, at, node.literal, node.size, dst=e.register()))
    e.start(missing)
    e.jump(further)
    e.start(present)
    e.put(node.matcher, first, at)
    failed, matched = e.decide(e.same_number(_go_on(e, node, at), zero))
    e.start(matched)
    e.put(node.matcher, first, at)
    held = e.get(node.matcher, groups, dst=e.register())
    e.emit(ir.Store(held, zero, at, BV32, e.at))
    e.emit(ir.Store(held, one, e.get(node.matcher, last, dst=e.register()), BV32, e.at))
    e.emit(ir.Return(one, e.at))
    e.start(failed)
    e.jump(further)
    e.start(further)
    e.compute(operations.IADD, at, one, dst=at)
    e.back_edges.add((further, head))
    e.jump(head)
    return ir.DISCARD
