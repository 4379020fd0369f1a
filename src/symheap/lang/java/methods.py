"""The bodies of methods, made when first asked for: models, then bytecode, else a refusal by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from symheap.core.source import CodePosition
from symheap.lang.java.classes import NEW, JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.selection import split_key
from symheap.lang.java.types import type_of
from symheap.lang.java.world import World
from symheap.objects import ir

_BYTECODE = "bytecode of "
_ASKED = "asked for by the program: "

Lower = Callable[[JavaMethod], ir.Method]
Modelled = Callable[[JavaMethod], ir.Method | None]


def in_bytecode(key: str) -> str:
    """The key of a method's own body, for a model that leaves some cases to it."""
    return _BYTECODE + key


def asked_by_program(key: str) -> str:
    """The key of a method for a call from the program itself: what the JDK asks for may have another answer."""
    return _ASKED + key


def without_asker(key: str) -> str:
    """The key of a method, whoever asks for it."""
    return key.removeprefix(_ASKED)


class Methods(Mapping[tuple[str, str], ir.Method]):
    """Bodies by class and key.  The key may say whose package-private method was called; the body is the same.

    `modelled` gives the body of a method that has a model, `lower` that of any other one; `asked` the body for calls
    from the program itself, if that is another one.
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
        found = self._made.get(at)
        if found is None:
            owner, key = at[0], split_key(at[1])[0]
            found = self._made.get((owner, key)) or self._body(owner, key)
            self._made[owner, key] = self._made[at] = found
        return found

    def __contains__(self, at: object) -> bool:
        """Asked without making the body."""
        match at:
            case (str(owner), str(key)):
                try:
                    self.declared(owner, split_key(key)[0].removeprefix(_BYTECODE).removeprefix(_ASKED))
                except KeyError:
                    return False
                return True
        return False

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Those that have been made."""
        return iter(tuple(self._made))

    def __len__(self) -> int:
        return len(self._made)

    def declared(self, owner: str, key: str) -> JavaMethod:
        """Raises KeyError if the class is not there or declares no such method."""
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
    """The body of `NEW`: the class is initialised, and the constructor makes something of the object."""
    at = CodePosition("Class.java", 0, 0, f"{owner}.{NEW}")
    block = (ir.Initialize(owner, at), ir.Invoke(ir.DISCARD, owner, "<init>()V", (0,), at), ir.Return(0, at))
    return ir.Method(owner, NEW, (), 1, (block,), at)


def refused(method: JavaMethod, what: str) -> ir.Method:
    """A body that ends the path by name."""
    types = method_type(method.descriptor).parameters
    params = tuple((f"p{i}", type_of(t.descriptor)) for i, t in enumerate(types))
    source = method.owner.rpartition(".")[2].partition("$")[0] + ".java"
    at = CodePosition(source, 0, 0, str(method))
    return ir.Method(method.owner, method.key, params, len(types) + 1, ((ir.Refuse(what, at),),), at)
