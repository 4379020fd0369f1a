"""Choose the classes of a library for a study, by a rule that does not depend on the results."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.bench.studies import public_methods
from symheap.lang.java.classfile.access import PUBLIC
from symheap.lang.java.world import World

FEWEST_METHODS = 3


def candidates(world: World, packages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the public top-level classes of a library with at least three public methods of their own, sorted by name.

    Abstract classes and interfaces are excluded, because no object has exactly their type.
    """
    names = [name for name in world.class_path.user_names() if name.startswith(packages) and "$" not in name]
    return tuple(name for name in sorted(names) if _is_candidate(world, name))


def _is_candidate(world: World, name: str) -> bool:
    """Whether a class is a candidate.

    The flags are tested first, so that other classes need not be linked: they may need a missing optional library.
    """
    class_file = world.class_path.require(name)
    if not class_file.access & PUBLIC or not world.exists(name) or world.find(name).is_abstract:
        return False
    return len(public_methods(world, name)) >= FEWEST_METHODS


def spread(names: Sequence[str], count: int) -> tuple[str, ...]:
    """Return `count` names at equal distances, beginning with the first; all names if there are not more."""
    taken = min(count, len(names))
    return tuple(names[i * len(names) // taken] for i in range(taken))
