"""Which method a reference means, and which body a call runs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from symheap.lang.java.classes import NEW, JavaClass, JavaMethod, package_of
from symheap.lang.java.classfile.access import PRIVATE, PUBLIC, STATIC
from symheap.lang.java.errors import Malformed, NotFound

if TYPE_CHECKING:
    from symheap.lang.java.world import World

SMALL = 300
"""Up to so many classes of the user are looked at one by one."""


def split_key(key: str) -> tuple[str, str | None]:
    """The key of the body, and the class whose package-private method is meant if the call is of one."""
    plain, _, owner = key.partition("@")
    return plain, owner or None


class Selection:
    """Resolution and selection in a world.  Answers are kept: a world never changes its mind."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._selected: dict[tuple[str, str], str | None] = {}

    # Resolution

    def resolve(self, owner: str, name: str, descriptor: str) -> JavaMethod | None:
        start = self._world.find(owner)
        key = name + descriptor
        if start.is_interface:
            found = start.methods.get(key) or self._of_object(key)
        else:
            found = self._in_chain(start, name, key)
        if found is not None:
            return found
        candidates = self._maximally_specific(start, key)
        bodies = [m for m in candidates if not m.is_abstract]
        return bodies[0] if len(bodies) == 1 else candidates[0] if candidates else None

    def _in_chain(self, start: JavaClass, name: str, key: str) -> JavaMethod | None:
        for at in self._world.chain(start.name):
            found = at.methods.get(key) or _polymorphic(at, name)
            if found is not None:
                return found
        return None

    def _of_object(self, key: str) -> JavaMethod | None:
        """Interfaces have the public methods of Object."""
        found = self._world.find("java.lang.Object").methods.get(key)
        return found if found is not None and found.access & (PUBLIC | STATIC) == PUBLIC else None

    def _maximally_specific(self, start: JavaClass, key: str) -> list[JavaMethod]:
        """The methods of superinterfaces that no other one of them overrides, JVMS 5.4.3.3."""
        found: dict[str, JavaMethod] = {}
        for at in self._world.chain(start.name):
            for each in self._world.superinterfaces(at):
                method = each.methods.get(key)
                if method is not None and not method.access & (PRIVATE | STATIC):
                    found[each.name] = method
        return [
            method
            for name, method in found.items()
            if not any(other != name and name in self._world.find(other).supertypes for other in found)
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
        found = self._overrider(start, plain) if owner is None else self._hidden(start, plain, owner)
        if found is not None:
            return None if found.is_abstract else found.owner
        bodies = [m for m in self._maximally_specific(start, plain) if not m.is_abstract]
        return bodies[0].owner if len(bodies) == 1 else None

    def _overrider(self, start: JavaClass, key: str) -> JavaMethod | None:
        """The first that is declared, from the class upwards.  Private and static methods override nothing."""
        for at in self._world.chain(start.name):
            method = at.methods.get(key)
            if method is not None and method.is_virtual:
                return method
        return None

    def _hidden(self, start: JavaClass, key: str, owner: str) -> JavaMethod | None:
        """For a package-private method of `owner`: only what overrides it, step by step, JVMS 5.4.5.

        Going down from the owner, a method overrides the one at hand if it stands in the same package; one that is
        public or protected overrides it from then on, in every package.
        """
        found: JavaMethod | None = None
        everywhere = False
        for at in reversed([c for c in self._world.chain(start.name) if owner in c.supertypes]):
            method = at.methods.get(key)
            if method is None or not method.is_virtual:
                continue
            if found is None or everywhere or package_of(at.name) == package_of(owner):
                found = method
                everywhere = everywhere or not method.is_package_private
        return found

    def call_key(self, resolved: JavaMethod) -> str:
        """The key to call a resolved virtual method by.

        It is the method's own key, but for a package-private method beside which some user class of another package
        declares one of the same key: that one does not override it, so the key says which is meant, ``key@Owner``.
        The JDK's own classes are taken not to do this to each other.
        """
        if not resolved.is_package_private:
            return resolved.key
        packages = self._user_packages
        if packages is not None and packages.get(resolved.key, set()) <= {package_of(resolved.owner)}:
            return resolved.key
        return f"{resolved.key}@{resolved.owner}"

    @cached_property
    def _user_packages(self) -> dict[str, set[str]] | None:
        """The packages of user classes that declare each key; None if there are too many classes to tell."""
        path = self._world.class_path
        names = path.user_names()
        if len(names) > SMALL:
            return None
        found: dict[str, set[str]] = {}
        for name in names:
            try:
                file = path.find(name)
            except (Malformed, NotFound):
                continue
            for method in file.methods if file is not None else ():
                found.setdefault(method.name + method.descriptor, set()).add(package_of(name))
        return found


def _polymorphic(java_class: JavaClass, name: str) -> JavaMethod | None:
    """The one method of that name if callers may give it any descriptor, JVMS 2.9.3."""
    if not java_class.name.startswith("java.lang.invoke."):
        return None
    named = [m for m in java_class.methods.values() if m.name == name]
    return named[0] if len(named) == 1 and named[0].is_signature_polymorphic else None
