"""Functions of a single character: one value, and no decision.

These are `Character.isLetter` and the like, and the character classes of regular expressions, however they are built:
ranges, sets, unions, properties. Their own bytecode is evaluated for each Latin-1 character, separately from the path.
Other characters are left to the bytecode on the path, and so are character classes that cannot be identified by their
contents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby
from weakref import WeakKeyDictionary

from symheap.core.outcome import Returned
from symheap.core.source import Position
from symheap.core.terms import BV32, REF, Op, Term, Value, and_, disjunction, eq, ite, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import ClassTable
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.methods import in_bytecode
from symheap.lang.java.natives.concretely import program_apart
from symheap.lang.java.natives.images import Image, NoImage, image_of, made_again, named_classes
from symheap.lang.java.natives.model import Args, Built, Model, Models, full_name, leave_to_bytecode
from symheap.lang.java.values import operations
from symheap.objects import ir
from symheap.objects.host import Cell, Host, HostFunction, Refused, Symbolic
from symheap.objects.interpreter import call
from symheap.objects.ir import Operation, Reg

MODELS = Models()
_CHARACTERS = 1 << 8
_NONE = -1
_AT = Position("Character.java", 0, 0)
_IS_LATIN1 = Operation("latin1", lambda char: bitvector(Op.BVULT, 32, char, _CHARACTERS))


# A function of characters ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Said:
    """A method of a character, its receiver, if any, and its known results."""

    owner: str
    key: str
    asked: Image | None = None
    known: dict[int, int] = field(default_factory=dict)

    def of(self, link: Linker, char: Value) -> Value:
        """Return the result of the method for a Latin-1 character."""
        if isinstance(char, Term):
            self._learn(link, range(_CHARACTERS))
            return chosen([self.known[each] for each in range(_CHARACTERS)], char)
        self._learn(link, (char,))
        return self.known[char]

    def _learn(self, link: Linker, chars: Iterable[int]) -> None:
        asked = [char for char in chars if char not in self.known]
        if not asked:
            return
        results: list[int] = []
        program = program_apart(link)
        assert program.initial is not None
        end = call(program, program.initial, self._asking(asked, results), ()).end
        if not isinstance(end, Returned):
            raise Refused(f"{self.owner}.{self.key.partition('(')[0]}")
        self.known.update(zip(asked, results, strict=True))

    def _asking(self, chars: list[int], answers: list[int]) -> ir.Method:
        """Return the program that evaluates the method for characters, one after the other."""
        note = HostFunction("note", lambda host, cells: answers.append(host.plain(cells[0])))
        block: list[ir.Instruction] = []
        arguments: Args = (0,)
        if self.asked is not None:
            image, arguments = self.asked, (1, 0)
            make = HostFunction("make", lambda host, cells: made_again(host, image), REF)
            block += [ir.Initialize(name, _AT) for name in named_classes(image)]
            block.append(ir.HostCall(1, make, (), _AT))
        for char in chars:
            ask = ir.Invoke(2, self.owner, in_bytecode(self.key), arguments, _AT)
            block += [ir.Const(0, char, _AT), ask, ir.HostCall(3, note, (2,), _AT)]
        return ir.Method("", "ask", (), 4, ((*block, ir.Return(2, _AT)),), _AT)


def chosen(values: list[int], char: Value) -> Value:
    """Return the value at a character: a choice between few ranges, of constant values or of constant distances."""
    constants = _ranges(values)
    distances = _ranges([value - at for at, value in enumerate(values)])
    if len(constants) <= len(distances):
        return _choice(constants, char, lambda value: value)
    return _choice(distances, char, lambda distance: bitvector(Op.BVADD, 32, char, distance))


Ranges = list[tuple[int, int, int]]
"""(value, first character, last character) of each range, in order."""


def _ranges(values: list[int]) -> Ranges:
    ranges: Ranges = []
    for value, run in groupby(range(len(values)), lambda at: values[at]):
        places = list(run)
        ranges.append((value, places[0], places[-1]))
    return ranges


def _choice(ranges: Ranges, char: Value, of: Callable[[int], Value]) -> Value:
    """Return the choice; the value of most characters comes last, without a condition."""
    held: dict[int, int] = {}
    for value, low, high in ranges:
        held[value] = held.get(value, 0) + 1 + high - low
    *others, common = sorted(held, key=lambda value: (held[value], value))
    result = of(common)
    for value in others:
        here = disjunction(_between(low, char, high) for each, low, high in ranges if each == value)
        result = ite(here, of(value), result, BV32)
    return result


def _between(low: int, char: Value, high: int) -> Value:
    if low == high:
        return eq(char, low)
    return and_(not_(bitvector(Op.BVULT, 32, char, low)), not_(bitvector(Op.BVULT, 32, high, char)))


# Methods of Character -------------------------------------------------------------------------------------------------


def _go_on_if_latin1(e: Emitter, owner: str, key: str, args: Args) -> None:
    """Continue for a Latin-1 character, the last argument; others are left to the bytecode."""
    narrow, wide = e.decide(e.compute(_IS_LATIN1, args[-1], dst=e.register()))
    e.start(wide)
    leave_to_bytecode(e, owner, key, args)
    e.start(narrow)


def _of_character(key: str) -> None:
    owner = "java.lang.Character"

    @MODELS.built(f"{owner}.{key}")
    def build(e: Emitter, args: Args) -> Reg:
        function, link, result = _asked_in(e.link).method(owner, key), e.link, e.register()
        _go_on_if_latin1(e, owner, key, args)
        ask = HostFunction(f"{owner}.{key}", lambda host, cells: function.of(link, _character(cells[0])), BV32)
        e.emit(ir.HostCall(result, ask, args, e.at))
        return result


def _character(cell: Cell) -> Value:
    assert isinstance(cell, int | Term)
    return cell


_QUESTIONS = """
isAlphabetic isDefined isDigit isIdentifierIgnorable isJavaIdentifierPart isJavaIdentifierStart isLetter isLetterOrDigit
isLowerCase isSpaceChar isTitleCase isUnicodeIdentifierPart isUnicodeIdentifierStart isUpperCase isWhitespace
"""
_FUNCTIONS = "getNumericValue getType toLowerCase toTitleCase toUpperCase"

for _name in _QUESTIONS.split():
    _of_character(f"{_name}(I)Z")
for _name in _FUNCTIONS.split():
    _of_character(f"{_name}(I)I")


# Character classes ----------------------------------------------------------------------------------------------------

_PACKAGE, _KEY = "java.util.regex.", "is(I)Z"
_NAME = "java.util.regex.Pattern$CharPredicate.is"


def character_class(name: str) -> Model | None:
    """Return the model of a character class's method that tests a character."""
    owner, key = full_name(name)
    return Built(lambda e, args: _is(e, owner, args)) if key == _KEY and owner.startswith(_PACKAGE) else None


def _is(e: Emitter, owner: str, args: Args) -> Reg:
    asked, link, told, result = _asked_in(e.link), e.link, e.register(), e.register()
    _go_on_if_latin1(e, owner, _KEY, args)
    tell = HostFunction(_NAME, lambda host, cells: asked.number(link, host, owner, cells[0]), BV32)
    e.emit(ir.HostCall(told, tell, args[:1], e.at))
    unknown, known = e.decide(e.compute(operations.ILT0, told, dst=e.register()))
    e.start(unknown)
    leave_to_bytecode(e, owner, _KEY, args)
    e.start(known)

    def say(host: Host, cells: tuple[Cell, ...]) -> Value:
        return asked.classes[host.plain(cells[0])].of(link, _character(cells[1]))

    e.emit(ir.HostCall(result, HostFunction(_NAME, say, BV32), (told, args[1]), e.at))
    return result


class _Asked:
    """The functions of characters that a program has evaluated. Character classes have numbers."""

    def __init__(self) -> None:
        self.classes: list[Said] = []
        self._numbers: dict[Image, int] = {}
        self._methods: dict[str, Said] = {}

    def method(self, owner: str, key: str) -> Said:
        return self._methods.setdefault(key, Said(owner, key))

    def number(self, link: Linker, host: Host, owner: str, this: Cell) -> int:
        """Return the number of a class, or -1 if it cannot be identified by its contents."""
        try:
            image = image_of(host, link, this)
        except (NoImage, Symbolic):
            return _NONE
        if image not in self._numbers:
            self._numbers[image] = len(self.classes)
            self.classes.append(Said(owner, _KEY, image))
        return self._numbers[image]


_asked: WeakKeyDictionary[ClassTable, _Asked] = WeakKeyDictionary()
"""By the table of the program: a cache that no path observes."""


def _asked_in(link: Linker) -> _Asked:
    return _asked.setdefault(link.table, _Asked())
