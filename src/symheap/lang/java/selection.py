"""Resolution of method references, and selection of the body that a call runs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from symheap.lang.java.classes import NEW, JavaClass, JavaMethod, package_of
from symheap.lang.java.classfile.access import PRIVATE, PUBLIC, STATIC
from symheap.lang.java.errors import Malformed, NotFound

if TYPE_CHECKING:
    from symheap.lang.java.world import World

SMALL = 300
"""The number of user classes up to which each one is examined."""


def split_key(key: str) -> tuple[str, str | None]:
    """Return the key of the body, and the class of the package-private method if the call is of one."""
    plain, _, owner = key.partition("@")
    return plain, owner or None


class Selection:
    """Resolution and selection in a world. Answers are cached: a world never changes."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._selected: dict[tuple[str, str], str | None] = {}

    # Resolution

    def resolve(self, owner: str, name: str, descriptor: str) -> JavaMethod | None:
        start = self._world.find(owner)
        key = name + descriptor
        if start.is_interface:
            method = start.methods.get(key) or self._of_object(key)
        else:
            method = self._in_chain(start, name, key)
        if method is not None:
            return method
        candidates = self._maximally_specific(start, key)
        bodies = [m for m in candidates if not m.is_abstract]
        return bodies[0] if len(bodies) == 1 else candidates[0] if candidates else None

    def _in_chain(self, start: JavaClass, name: str, key: str) -> JavaMethod | None:
        for at in self._world.chain(start.name):
            method = at.methods.get(key) or _polymorphic(at, name)
            if method is not None:
                return method
        return None

    def _of_object(self, key: str) -> JavaMethod | None:
        """Return a public method of Object, which interfaces have too."""
        method = self._world.find("java.lang.Object").methods.get(key)
        return method if method is not None and method.access & (PUBLIC | STATIC) == PUBLIC else None

    def _maximally_specific(self, start: JavaClass, key: str) -> list[JavaMethod]:
        """Return the methods of superinterfaces that none of the others overrides, JVMS 5.4.3.3."""
        by_interface: dict[str, JavaMethod] = {}
        for at in self._world.chain(start.name):
            for each in self._world.superinterfaces(at):
                method = each.methods.get(key)
                if method is not None and not method.access & (PRIVATE | STATIC):
                    by_interface[each.name] = method
        return [
            method
            for name, method in by_interface.items()
            if not any(other != name and name in self._world.find(other).supertypes for other in by_interface)
        ]

    # Selection

    def select(self, class_name: str, key: str) -> str | None:
        at = (class_name, key)
        if at not in self._selected:
            self._selected[at] = self._select(class_name, key)
        return self._selected[at]

    def _select(self, class_name: str, key: str) -> str | None:
        plain, owner = split_key(key)
        if plain == NEW:
            return class_name
        start = self._world.find(class_name)
        method = self._overrider(start, plain) if owner is None else self._hidden(start, plain, owner)
        if method is not None:
            return None if method.is_abstract else method.owner
        bodies = [m for m in self._maximally_specific(start, plain) if not m.is_abstract]
        return bodies[0].owner if len(bodies) == 1 else None

    def _overrider(self, start: JavaClass, key: str) -> JavaMethod | None:
        """Return the first declared method, from the class upwards. Private and static methods override nothing."""
        for at in self._world.chain(start.name):
            method = at.methods.get(key)
            if method is not None and method.is_virtual:
                return method
        return None

    def _hidden(self, start: JavaClass, key: str, owner: str) -> JavaMethod | None:
        """Return the override of a package-private method of `owner`, step by step, JVMS 5.4.5.

        Going down from the owner, a method overrides the current one if it is in the same package. A public or
        protected one is then overridden from every package.
        """
        current: JavaMethod | None = None
        everywhere = False
        for at in reversed([c for c in self._world.chain(start.name) if owner in c.supertypes]):
            method = at.methods.get(key)
            if method is None or not method.is_virtual:
                continue
            if current is None or everywhere or package_of(at.name) == package_of(owner):
                current = method
                everywhere = everywhere or not method.is_package_private
        return current

    def call_key(self, resolved: JavaMethod) -> str:
        """Return the key for a virtual call of a resolved method.

        It is the method's own key, except for a package-private method with the same key as a method of a user class in
        another package. That one does not override it, so the key ``key@Owner`` distinguishes them. The JDK's own
        classes are assumed not to have such methods.
        """
        if not resolved.is_package_private:
            return resolved.key
        packages = self._user_packages
        if packages is not None and packages.get(resolved.key, set()) <= {package_of(resolved.owner)}:
            return resolved.key
        return f"{resolved.key}@{resolved.owner}"

    @cached_property
    def _user_packages(self) -> dict[str, set[str]] | None:
        """The packages of user classes that declare each key; None if there are too many classes."""
        path = self._world.class_path
        names = path.user_names()
        if len(names) > SMALL:
            return None
        packages: dict[str, set[str]] = {}
        for name in names:
            try:
                file = path.find(name)
            except (Malformed, NotFound):
                continue
            for method in file.methods if file is not None else ():
                packages.setdefault(method.name + method.descriptor, set()).add(package_of(name))
        return packages


def _polymorphic(java_class: JavaClass, name: str) -> JavaMethod | None:
    """Return the only method of that name if callers may give it any descriptor, JVMS 2.9.3."""
    if not java_class.name.startswith("java.lang.invoke."):
        return None
    named = [m for m in java_class.methods.values() if m.name == name]
    return named[0] if len(named) == 1 and named[0].is_signature_polymorphic else None
