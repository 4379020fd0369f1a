"""The order of entries in hash tables, where two JVMs need not agree on it.

A table looks the same from outside whatever the identity hash codes of its keys are, so these are one constant in it.
Only the order of its entries depends on them: a program that asks for the order is refused, unless there is one entry.
The order of the tables behind ``Set.of`` and ``Map.of`` depends on a random number that every JVM draws when it starts.
"""

from __future__ import annotations

from collections.abc import Callable

from symheap.lang.java.natives.model import Guarded, Models
from symheap.lang.java.natives.objects import IDENTITY_HASH
from symheap.lang.java.world import World
from symheap.objects.host import Cell, Host, Refused, Symbolic

MODELS = Models()
WHAT = "the order of a hash table by identity hash codes"
SALTED = "the order of Set.of or Map.of"

_SPREAD = IDENTITY_HASH ^ IDENTITY_HASH >> 16
_OF_WEAK = IDENTITY_HASH ^ IDENTITY_HASH >> 20 ^ IDENTITY_HASH >> 12
_HASHES = frozenset((IDENTITY_HASH, _SPREAD, _SPREAD & 0x7FFFFFFF, _OF_WEAK ^ _OF_WEAK >> 7 ^ _OF_WEAK >> 4))

Tables = Callable[[Host, tuple[Cell, ...]], tuple[Cell, str]]
"""The array of the buckets of a table that a method is called with, and the class of its entries."""


def _in_order(tables: Tables) -> Guarded:
    def check(world: World, host: Host, args: tuple[Cell, ...]) -> None:
        if host.fixed_environment():
            return
        try:
            refused = _depends(host, *tables(host, args))
        except Symbolic:
            refused = host.pinned_hashes()
        if refused:
            raise Refused(WHAT)

    return Guarded(check)


def _depends(host: Host, buckets: Cell, entry: str) -> bool:
    """Whether there are two entries, and the position of one depends on an identity hash code."""
    if host.is_null(buckets):
        return False
    count, by_identity = 0, False
    for at in host.elements(buckets):
        while not host.is_null(at):
            count += 1
            by_identity |= host.plain(host.get(at, entry, "hash")) in _HASHES
            if count > 1 and by_identity:
                return True
            at = host.get(at, entry, "next")
    return False


def _field_of(owner: str, entry: str, table: str = "table", argument: int = 1) -> Tables:
    return lambda host, args: (host.get(args[argument], owner, table), f"{owner}${entry}")


_MAP, _WEAK, _OLD = "java.util.HashMap", "java.util.WeakHashMap", "java.util.Hashtable"
_SHARED = "java.util.concurrent.ConcurrentHashMap"
_OBJECT, _ACTION = "Ljava/lang/Object;", "Ljava/util/function/Consumer;"


def _inner(descriptor: str) -> str:
    return f"L{descriptor.replace('.', '/')};"


_of_map = _field_of(_MAP, "Node")
_of_this = _field_of(_MAP, "Node", argument=0)


def _of_view(view: str) -> Tables:
    return lambda host, args: _of_this(host, (host.get(args[0], f"{_MAP}${view}", "this$0"),))


MODELS.add(
    _in_order(_of_map),
    f"{_MAP}$HashIterator.<init>({_inner(_MAP)})V",
    f"{_MAP}$HashMapSpliterator.<init>({_inner(_MAP)}IIII)V",
)
MODELS.add(
    _in_order(_of_this),
    f"{_MAP}.forEach(Ljava/util/function/BiConsumer;)V",
    f"{_MAP}.replaceAll(Ljava/util/function/BiFunction;)V",
    f"{_MAP}.keysToArray([{_OBJECT})[{_OBJECT}",
    f"{_MAP}.valuesToArray([{_OBJECT})[{_OBJECT}",
)
for _view in ("KeySet", "Values", "EntrySet"):
    MODELS.add(_in_order(_of_view(_view)), f"{_MAP}${_view}.forEach({_ACTION})V")
MODELS.add(_in_order(_field_of(_OLD, "Entry")), f"{_OLD}$Enumerator.<init>({_inner(_OLD)}IZ)V")
MODELS.add(
    _in_order(_field_of(_OLD, "Entry", argument=0)),
    f"{_OLD}.forEach(Ljava/util/function/BiConsumer;)V",
    f"{_OLD}.replaceAll(Ljava/util/function/BiFunction;)V",
)
MODELS.add(_in_order(_field_of(_WEAK, "Entry")), f"{_WEAK}$HashIterator.<init>({_inner(_WEAK)})V")
MODELS.add(
    _in_order(_field_of(_WEAK, "Entry", argument=0)),
    f"{_WEAK}.forEach(Ljava/util/function/BiConsumer;)V",
    f"{_WEAK}.replaceAll(Ljava/util/function/BiFunction;)V",
)
MODELS.add(
    _in_order(lambda host, args: (args[1], f"{_SHARED}$Node")),
    f"{_SHARED}$Traverser.<init>([{_inner(_SHARED + '$Node')}III)V",
)


# Tables that are always in such an order ------------------------------------------------------------------------------

_IDENTITY, _IMMUTABLE = "java.util.IdentityHashMap", "java.util.ImmutableCollections"


def _of_several(what: str, owner: str, argument: int) -> Guarded:
    """Refuse a table of more than one entry."""

    def check(world: World, host: Host, args: tuple[Cell, ...]) -> None:
        try:
            if host.fixed_environment() or host.plain(host.get(args[argument], owner, "size")) < 2:
                return
        except Symbolic:
            pass
        raise Refused(what)

    return Guarded(check)


MODELS.add(_of_several(WHAT, _IDENTITY, 1), f"{_IDENTITY}$IdentityHashMapIterator.<init>({_inner(_IDENTITY)})V")
MODELS.add(
    _of_several(WHAT, _IDENTITY, 0),
    f"{_IDENTITY}.forEach(Ljava/util/function/BiConsumer;)V",
    f"{_IDENTITY}.replaceAll(Ljava/util/function/BiFunction;)V",
)
for _kind in ("SetN", "MapN"):
    _owner = f"{_IMMUTABLE}${_kind}"
    MODELS.add(_of_several(SALTED, _owner, 1), f"{_owner}${_kind}Iterator.<init>({_inner(_owner)})V")


def _of_two(world: World, host: Host, args: tuple[Cell, ...]) -> None:
    """Refuse a set of two elements: in a set of one, the second is a marker."""
    owner = f"{_IMMUTABLE}$Set12"
    if host.fixed_environment():
        return
    this = args[0] if host.class_of(args[0]) == owner else host.get(args[0], f"{owner}$1", "this$0")
    if not host.same(host.get(this, owner, "e1"), host.get_static(_IMMUTABLE, "EMPTY")):
        raise Refused(SALTED)


MODELS.add(
    Guarded(_of_two),
    f"{_IMMUTABLE}$Set12.toArray()[{_OBJECT}",
    f"{_IMMUTABLE}$Set12.toArray([{_OBJECT})[{_OBJECT}",
    f"{_IMMUTABLE}$Set12$1.next(){_OBJECT}",
)
