"""The bodies of methods, created on demand: models, then bytecode, else a refusal by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from symheap.core.source import CodePosition
from symheap.lang.java.classes import NEW, JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.selection import split_key
from symheap.lang.java.values.types import type_of
from symheap.lang.java.world import World
from symheap.objects import ir

_BYTECODE = "bytecode of "
_ASKED = "asked for by the program: "

Lower = Callable[[JavaMethod], ir.Method]
Modelled = Callable[[JavaMethod], ir.Method | None]


def in_bytecode(key: str) -> str:
    """Return the key of a method's own body, for a model that leaves some cases to it."""
    return _BYTECODE + key


def asked_by_program(key: str) -> str:
    """Return the key of a method for calls from the program itself, which may get other answers than the JDK."""
    return _ASKED + key


def without_asker(key: str) -> str:
    """Return the key of a method, independent of the caller."""
    return key.removeprefix(_ASKED)


class Methods(Mapping[tuple[str, str], ir.Method]):
    """Bodies by class and key. A key may name the package of a package-private method; the body is the same.

    `modelled` returns the body of a method that has a model, `lower` that of any other one; `asked` returns the body
    for calls from the program itself, if different.
    """

    def __init__(
        self,
        world: World,
        lower: Lower,
        modelled: Modelled = lambda method: None,
        asked: Modelled = lambda method: None,
    ) -> None:
        self._world = world
        self._lower = lower
        self._asked = asked
        self._modelled = modelled
        self._made: dict[tuple[str, str], ir.Method] = {}

    def __getitem__(self, at: tuple[str, str]) -> ir.Method:
        body = self._made.get(at)
        if body is None:
            owner, key = at[0], split_key(at[1])[0]
            body = self._made.get((owner, key)) or self._body(owner, key)
            self._made[owner, key] = self._made[at] = body
        return body

    def __contains__(self, at: object) -> bool:
        """Whether a method exists, without creating its body."""
        match at:
            case (str(owner), str(key)):
                try:
                    self.declared(owner, split_key(key)[0].removeprefix(_BYTECODE).removeprefix(_ASKED))
                except KeyError:
                    return False
                return True
        return False

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Iterate over the methods whose bodies have been created."""
        return iter(tuple(self._made))

    def __len__(self) -> int:
        return len(self._made)

    def declared(self, owner: str, key: str) -> JavaMethod:
        """Return the declared method. Raises KeyError if the class or the method does not exist."""
        try:
            return self._world.find(owner).methods[key]
        except (NotFound, Malformed):
            raise KeyError(owner, key) from None

    def _body(self, owner: str, key: str) -> ir.Method:
        if key == NEW:
            return constructing(owner)
        method = self.declared(owner, key.removeprefix(_BYTECODE).removeprefix(_ASKED))
        try:
            if key.startswith(_ASKED):
                return self._asked(method) or self[owner, method.key]
            modelled = None if key.startswith(_BYTECODE) else self._modelled(method)
            return modelled or self._lower(method)
        except (Malformed, NotFound) as error:
            return refused(method, f"{method.owner}.{method.name}: {error}")


def constructing(owner: str) -> ir.Method:
    """Return the body of `NEW`: initialise the class, then run the constructor on the object."""
    at = CodePosition("Class.java", 0, 0, f"{owner}.{NEW}")
    block = (ir.Initialize(owner, at), ir.Invoke(ir.DISCARD, owner, "<init>()V", (0,), at), ir.Return(0, at))
    return ir.Method(owner, NEW, (), 1, (block,), at)


def refused(method: JavaMethod, what: str) -> ir.Method:
    """Return a body that ends the path by name."""
    types = method_type(method.descriptor).parameters
    params = tuple((f"p{i}", type_of(t.descriptor)) for i, t in enumerate(types))
    source = method.owner.rpartition(".")[2].partition("$")[0] + ".java"
    at = CodePosition(source, 0, 0, str(method))
    return ir.Method(method.owner, method.key, params, len(types) + 1, ((ir.Refuse(what, at),),), at)
