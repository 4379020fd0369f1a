"""The classes initialised before the call, as a part of the input if the program can observe it.

A class first used during the call may have been initialised earlier, by other code. For most classes the difference
cannot be observed, and they count as initialised before the call: then the objects that the initialiser made may be
inputs. A class is *contested* if its initialiser has an effect that is visible from outside, such as a write to a
static field of another class. A run decides on the past of such a class where it can observe it:

* at a `Settle`, which precedes the use of a static field that the initialiser writes, if the field is read and the run
  has not written it before;
* at its `Initialize`, if a static field that the initialiser reads or writes was written before, or if the difference
  is always visible (`Past.is_told`), as for an initialiser that throws.

A run that reaches the `Initialize` of any other contested class with its past undecided has not observed a difference,
and the class counts as initialised before the call.

A `Past` computes this from the initialisers themselves; the two machines follow it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Final, NamedTuple, Protocol

from symheap.core.model import Plain
from symheap.core.types import Field
from symheap.core.typeset import TypeSet
from symheap.objects.history import History, Note, before_the_call, decided, is_ordered, is_written, slot_of
from symheap.objects.initialization import Mark, Progress

_MOST_ORDERED: Final = 3
"""The number of classes whose orders are all looked at."""


class Stored(NamedTuple):
    """A slot of an object that exists before the call, and its value; `at` is the index of an array element."""

    number: int
    field: Field
    at: int | None
    value: Plain


@dataclass(frozen=True, slots=True)
class Prior:
    """The effects of a contested class having been initialised before the call.

    `marks` are the classes that were initialised with it, or failed; `stores` the values that their initialisers left
    in objects that exist in any case. `refused` is the reason if the effects cannot be determined. `lost` are the
    classes that have no object because an initialiser failed.
    """

    marks: Mapping[str, Progress]
    stores: tuple[Stored, ...]
    refused: str | None = None
    lost: TypeSet | None = None


class Past(Protocol):
    """Knowledge about initialisers before they run."""

    def settle(self, class_name: str) -> bool:
        """Whether a class counts as initialised before the call since no difference is visible; it does from now on."""
        ...

    def is_contested(self, class_name: str) -> bool:
        """Whether a run has to decide if the class was initialised before the call."""
        ...

    def unsure(self, class_name: str) -> str | None:
        """Return why the effects of an uncontested class's initialiser before the call are unknown.

        None if they are known or cannot be observed, or if the initialiser never runs before the call.
        """
        ...

    def is_told(self, class_name: str) -> bool:
        """Whether a run can observe the past of a contested class when it first uses the class."""
        ...

    def first(self, class_name: str) -> tuple[str, ...]:
        """Return the contested classes that write the static fields used by an initialiser, or that it initialises."""
        ...

    def relying(self, class_name: str) -> tuple[str, ...]:
        """Return the contested classes that the class may come first of."""
        ...

    def prior(self, class_name: str, before: tuple[str, ...]) -> Prior:
        """Return the effects of initialising a contested class before the call, after the classes `before`."""
        ...

    def implying(self, class_name: str) -> TypeSet:
        """Return the classes that have no input unless the contested class was initialised before the call."""
        ...


def owed(past: Past, history: History, mark: Callable[[str], Mark | None]) -> str | None:
    """Return a class whose past must be decided now, though the run has not used it.

    It is known to have been initialised before the call, and its effects are pending; or it fails unless it was
    initialised before a class that it did not precede, so that no input may be of it.
    """
    claims = (name for name, note in history if note is Note.CLAIMED)
    before = before_the_call(history)
    late = (other for name in before for other in past.first(name) if is_ordered(history, name, other))
    names = (*claims, *(name for name in late if past.is_contested(name) and past.prior(name, before).lost))
    return next((name for name in names if is_open(past, history, mark, name)), None)


def unwritten(prior: Prior, history: History, class_of: Callable[[int], str]) -> tuple[Stored, ...]:
    """Return the stores of the initialisers, except to static fields that the run has written since."""
    written = {name for name, note in history if note is Note.WRITTEN}
    return tuple(each for each in prior.stores if slot_of(class_of(each.number), each.field) not in written)


def foremost(
    past: Past, history: History, mark: Callable[[str], Mark | None], class_name: str, class_of: Callable[[int], str]
) -> tuple[str, str | None]:
    """Return the class whose past must be decided before that of `class_name`, and a waiting class, if any.

    With a waiting class, the order of the two makes a difference and must be decided first.
    """
    waiting = [class_name]
    while (other := _comes_first(past, history, mark, waiting, class_of)) is not None:
        second = next((each for each in waiting if _is_order_open(past, history, other, each)), None)
        if second is not None:
            return other, second
        waiting.append(other)
    return waiting[-1], None


def _is_order_open(past: Past, history: History, first: str, second: str) -> bool:
    if is_ordered(history, first, second) or is_ordered(history, second, first):
        return False
    before = before_the_call(history)
    return not is_impossible(past.prior(second, before), history) and not _commute(past, before, first, second)


def _comes_first(
    past: Past,
    history: History,
    mark: Callable[[str], Mark | None],
    waiting: list[str],
    class_of: Callable[[int], str],
) -> str | None:
    """Return a class whose past affects the last waiting one, and that came after none of the waiting ones.

    A class that initialises the last waiting one does so after it or with it.
    """
    before, class_name = before_the_call(history), waiting[-1]
    alone = past.prior(class_name, before)
    for other in past.first(class_name):
        if other in waiting or any(is_ordered(history, each, other) for each in waiting):
            continue
        if class_name in past.prior(other, before).marks:
            continue
        if is_open(past, history, mark, other):
            after = past.prior(class_name, (*before, other))
            if other in alone.marks:
                differ = _left((past.prior(other, before), after)) != _left((alone,))
            else:
                differ = unwritten(after, history, class_of) != unwritten(alone, history, class_of)
            if differ or _fails(after, class_name) != _fails(alone, class_name):
                return other
    return None


def _fails(prior: Prior, class_name: str) -> bool:
    return prior.marks.get(class_name) is Progress.FAILED


def _commute(past: Past, before: tuple[str, ...], one: str, other: str) -> bool:
    """Whether two classes that were initialised before the call have the same effects in either order."""
    left = (past.prior(one, before), past.prior(other, (*before, one)))
    right = (past.prior(other, before), past.prior(one, (*before, other)))
    if any(each.refused is not None for each in (*left, *right)):
        return True
    return _left(left) == _left(right)


def _left(priors: tuple[Prior, ...]) -> tuple[dict[tuple[int, str, int | None], Plain], dict[str, Progress]]:
    stores = {(s.number, s.field.name, s.at): s.value for prior in priors for s in prior.stores}
    marks = {name: mark for prior in priors for name, mark in prior.marks.items()}
    return stores, marks


def earlier(
    past: Past,
    history: History,
    class_name: str,
    kept: tuple[str, ...],
    end: int,
    class_of: Callable[[int], str],
) -> int | None:
    """Return the last position before `end` in `kept` of a class whose order with `class_name` is open and matters.

    The observed effects of that class do not depend on the order; otherwise it would have been decided with the past of
    that class. The classes behind the position came before `class_name`, so the other class must not have to come
    before them.
    """
    for k in reversed(range(end)):
        other, fewer = kept[k], (*kept[:k], *kept[k + 1 :])
        if is_ordered(history, other, class_name) or other in past.prior(class_name, fewer).marks:
            continue
        if _commute(past, fewer, other, class_name) and not _matters_with_earlier(past, class_name, kept, k):
            continue
        alone, after = past.prior(other, kept[:k]), past.prior(other, (*kept[:k], class_name))
        free = alone.marks == after.marks and unwritten(alone, history, class_of) == unwritten(after, history, class_of)
        if free and all(_commute(past, kept[:k], other, behind) for behind in kept[k + 1 :]):
            return k
    return None


def _matters_with_earlier(past: Past, class_name: str, kept: tuple[str, ...], k: int) -> bool:
    """Whether a class leaves something else if neither the class at `k` nor some before it came before it.

    Each of them alone may make no difference: one of two counters that are above zero suffices.
    """
    after = _left((past.prior(class_name, kept),))
    without = (past.prior(class_name, (*kept[:j], *kept[k + 1 :])) for j in range(k))
    return any(_left((each,)) != after for each in without)


def left_by(
    past: Past, prior: Prior, history: History, kept: tuple[str, ...], class_of: Callable[[int], str]
) -> tuple[Stored, ...]:
    """Return the stores of initialisers that ran after the classes `kept`, and before all others before the call.

    Static fields that one of the others, or the run, has written since are left out.
    """
    before, later = kept, set[tuple[int, str, int | None]]()
    for name in (name for name in before_the_call(history) if name not in kept and name not in prior.marks):
        later |= {(s.number, s.field.name, s.at) for s in past.prior(name, before).stores}
        before = (*before, name)
    return tuple(s for s in unwritten(prior, history, class_of) if (s.number, s.field.name, s.at) not in later)


def taken_before(history: History, class_name: str) -> tuple[str, ...]:
    """Return the classes initialised before the call that `class_name`, if it was too, did not precede."""
    return tuple(name for name in before_the_call(history) if is_ordered(history, name, class_name))


def is_told(past: Past, history: History, class_name: str) -> bool:
    """Whether the time of initialisation of a contested class matters for its first use.

    It does if the run has written a static field that its initialiser uses, or that of a class initialised with it.
    """
    with_it = past.prior(class_name, before_the_call(history)).marks
    return past.is_told(class_name) or any(is_written(history, name) for name in (class_name, *with_it))


def is_open(past: Past, history: History, mark: Callable[[str], Mark | None], class_name: str) -> bool:
    """Whether a run that uses a class must decide on its past, which nothing has settled so far."""
    return mark(class_name) is None and past.is_contested(class_name) and class_name not in decided(history)


def is_impossible(prior: Prior, history: History) -> bool:
    """Whether a class that would have been initialised before the call is known not to have been."""
    known = decided(history)
    return any(known.get(name) is False for name in prior.marks)


def lost_with(past: Past, history: History, class_name: str) -> Iterator[TypeSet]:
    """Yield classes that have no input because a class was not initialised before the call.

    Their initialisers fail, in whatever order the classes that were initialised came.
    """
    known, before = decided(history), before_the_call(history)
    for other in past.relying(class_name):
        needed = past.first(other)
        relevant = tuple(each for each in before if each in needed)
        if other in known or not known.keys() >= set(needed) or len(relevant) > _MOST_ORDERED:
            continue
        orders = (order for size in range(len(relevant) + 1) for order in permutations(relevant, size))
        lost = [past.prior(other, order).lost for order in orders]
        if lost[0] is not None and None not in lost:
            yield lost[0]


def initialised_before(past: Past, prior: Prior, history: History, kept: tuple[str, ...]) -> History:
    """Return the history in which contested classes were initialised before the call, dependencies first.

    They come after the classes `kept`, and before all others that were initialised before the call.
    """
    known = decided(history)
    names = tuple(name for name in prior.marks if past.is_contested(name) and name not in known)
    later = tuple(name for name in before_the_call(history) if name not in kept)
    others = tuple(each for each in history if each[1] is not True)
    return (*others, *((name, True) for name in (*kept, *names, *later)))
