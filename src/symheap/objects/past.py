"""What was initialised before the call: a part of the input, where the program can tell.

A class that is first used during the call may have been initialised before it, by other code.  For most classes nobody
can tell the difference, and they count as initialised before the call: then the objects that the initialiser made may
be inputs.  A class is *contested* if its initialiser does something that a program can see from outside, such as to
write a static field of another class.  A run decides on its past where it can tell:

* at a `Settle`, which stands before the use of a static field that the initialiser writes, where the field is read and
  the run has not written it before;
* at its `Initialize`, where a static field that the initialiser reads or writes was written before, or if it makes a
  difference in any case (`Past.is_told`), such as that of an initialiser that throws.

A run that gets to the `Initialize` of any other contested class with its past undecided has not seen a difference, and
the class counts as initialised before the call.

A `Past` works this out with the initialisers themselves; the two machines follow what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

from symheap.core.model import Plain
from symheap.core.types import Field
from symheap.core.typeset import TypeSet
from symheap.objects.initialization import Mark, Progress


class Note(Enum):
    """What a history has besides decisions.

    `WRITTEN`: a static field, and the contested classes that read or write it and whose past was open then.
    `ORDERED`: two classes, as `order_of` names them.  `CLAIMED`: a class that was initialised before the call, though
    what it left is not yet applied.
    """

    WRITTEN = "written"
    ORDERED = "ordered"
    CLAIMED = "claimed"


History = tuple[tuple[str, bool | Note], ...]
"""The contested classes of which a run has decided whether they were initialised before the call, in that order."""


class Stored(NamedTuple):
    """A slot of an object that exists before the call, and its value; in an array, `at` is the index of the element."""

    number: int
    field: Field
    at: int | None
    value: Plain


@dataclass(frozen=True, slots=True)
class Prior:
    """What is different where a contested class was initialised before the call.

    `marks` are the classes that were initialised with it, or failed; `stores` what their initialisers left in objects
    that exist in any case.  `refused` says why that cannot be told, if so.  `lost` are the classes of which there is no
    object, since an initialiser failed.
    """

    marks: Mapping[str, Progress]
    stores: tuple[Stored, ...]
    refused: str | None = None
    lost: TypeSet | None = None


class Past(Protocol):
    """What is known of initialisers before they run."""

    def settle(self, class_name: str) -> bool:
        """Whether a class counts as initialised before the call, since nobody can tell; from now on it is."""
        ...

    def is_contested(self, class_name: str) -> bool:
        """Whether a run has to decide whether the class was initialised before the call."""
        ...

    def unsure(self, class_name: str) -> str | None:
        """Of a class that is not contested: why there is no telling what its initialiser left before the call.

        None if nobody can see what it left, or if it never runs before the call.
        """
        ...

    def is_told(self, class_name: str) -> bool:
        """Whether a run can tell the past of a contested class when it uses the class for the first time."""
        ...

    def first(self, class_name: str) -> tuple[str, ...]:
        """The contested classes that write what the initialiser of a contested class uses, or that it initialises."""
        ...

    def prior(self, class_name: str, before: tuple[str, ...]) -> Prior:
        """What initialising a contested class before the call did, after the contested classes `before`."""
        ...

    def implying(self, class_name: str) -> TypeSet:
        """The classes of which no input is, unless the contested class was initialised before the call."""
        ...


def name_of(class_name: str) -> str:
    """The input that says whether a class was initialised before the call."""
    return f"initialised({class_name})"


def before_the_call(history: History) -> tuple[str, ...]:
    return tuple(name for name, before in history if before is True)


def decided(history: History) -> dict[str, bool]:
    """Of which classes it is decided whether they were initialised before the call."""
    return {name: before for name, before in history if isinstance(before, bool)}


def slot_of(holder: str, field: Field) -> str:
    """The name of a static field, of the object of class `holder`."""
    return f"{holder}/{field.name}"


def noted(history: History, class_name: str, slot: str) -> History:
    """The history of a run that has written a static field that the initialiser of a class reads or writes."""
    return _with_notes(history, Note.WRITTEN, class_name, slot)


def is_written(history: History, name: str) -> bool:
    """Whether a run has written a static field, or one that the initialiser of a class reads or writes."""
    return (name, Note.WRITTEN) in history


def claimed(history: History, *class_names: str) -> History:
    """The history of a run that has found classes to be initialised before the call, and will apply what they left."""
    return _with_notes(history, Note.CLAIMED, *class_names)


def owed(past: Past, history: History, mark: Callable[[str], Mark | None]) -> str | None:
    """A class that is known to have been initialised before the call, and whose effects are still to be applied."""
    found = (name for name, note in history if note is Note.CLAIMED)
    return next((name for name in found if is_open(past, history, mark, name)), None)


def _with_notes(history: History, note: Note, *names: str) -> History:
    return (*history, *((name, note) for name in names if (name, note) not in history))


def unwritten(prior: Prior, history: History, class_of: Callable[[int], str]) -> tuple[Stored, ...]:
    """What the initialisers left, but for static fields that the run has written since."""
    written = {name for name, note in history if note is Note.WRITTEN}
    return tuple(each for each in prior.stores if slot_of(class_of(each.number), each.field) not in written)


def order_of(first: str, second: str) -> str:
    """The input that says whether the first of two classes was initialised before the second, and before the call."""
    return f"initialised({first} before {second})"


def foremost(
    past: Past, history: History, mark: Callable[[str], Mark | None], class_name: str, class_of: Callable[[int], str]
) -> tuple[str, str | None]:
    """The class whose past is to be decided first, so that that of a contested class can be; if any, one that waits.

    Then it makes a difference whether the first was initialised before that one, and this is to be decided before.
    """
    waiting = [class_name]
    while (other := _comes_first(past, history, mark, waiting, class_of)) is not None:
        second = next((each for each in waiting if _is_order_open(past, history, other, each)), None)
        if second is not None:
            return other, second
        waiting.append(other)
    return waiting[-1], None


def _is_order_open(past: Past, history: History, first: str, second: str) -> bool:
    if _is_ordered(history, first, second) or _is_ordered(history, second, first):
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
    """A class whose past makes a difference to that of the last one waiting, and that came after none of them.

    One that initialises the last one waiting does so after that, or with it.
    """
    before, class_name = before_the_call(history), waiting[-1]
    alone = past.prior(class_name, before)
    for other in past.first(class_name):
        if other in waiting or any(_is_ordered(history, each, other) for each in waiting):
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
    """Whether two classes that were initialised before the call leave the same in either order."""
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
    """The last place before `end` of a class of `kept` that a contested class may have come before, if that differs.

    What is seen of the other one does not depend on it: otherwise their order was decided with the past of the other
    one.  Those behind the place came before it, so the other one must not have had to come before them.
    """
    for k in reversed(range(end)):
        other, fewer = kept[k], (*kept[:k], *kept[k + 1 :])
        if _is_ordered(history, other, class_name) or other in past.prior(class_name, fewer).marks:
            continue
        if _commute(past, fewer, other, class_name):
            continue
        alone, after = past.prior(other, kept[:k]), past.prior(other, (*kept[:k], class_name))
        free = alone.marks == after.marks and unwritten(alone, history, class_of) == unwritten(after, history, class_of)
        if free and all(_commute(past, kept[:k], other, behind) for behind in kept[k + 1 :]):
            return k
    return None


def left_by(
    past: Past, prior: Prior, history: History, kept: tuple[str, ...], class_of: Callable[[int], str]
) -> tuple[Stored, ...]:
    """What initialisers left that ran after the classes `kept`, and before all others that ran before the call.

    Static fields that one of the others, or the run, has written since are left out.
    """
    before, later = kept, set[tuple[int, str, int | None]]()
    for name in (name for name in before_the_call(history) if name not in kept and name not in prior.marks):
        later |= {(s.number, s.field.name, s.at) for s in past.prior(name, before).stores}
        before = (*before, name)
    return tuple(s for s in unwritten(prior, history, class_of) if (s.number, s.field.name, s.at) not in later)


def in_order(history: History, first: str, second: str) -> History:
    """The history of a run in which the second of two classes was not initialised before the first."""
    return _with_notes(history, Note.ORDERED, order_of(first, second))


def _is_ordered(history: History, first: str, second: str) -> bool:
    return (order_of(first, second), Note.ORDERED) in history


def taken_before(history: History, class_name: str) -> tuple[str, ...]:
    """The classes that were initialised before the call if `class_name` was: it was not initialised before them."""
    return tuple(name for name in before_the_call(history) if _is_ordered(history, name, class_name))


def is_told(past: Past, history: History, class_name: str) -> bool:
    """Whether it makes a difference for the first use of a contested class when it was initialised.

    It does if the run has written what the initialiser uses, or that of a class which is initialised with it.
    """
    with_it = past.prior(class_name, before_the_call(history)).marks
    return past.is_told(class_name) or any(is_written(history, name) for name in (class_name, *with_it))


def is_open(past: Past, history: History, mark: Callable[[str], Mark | None], class_name: str) -> bool:
    """Whether a run that uses a class has to decide on its past: nothing it did before has settled that."""
    return mark(class_name) is None and past.is_contested(class_name) and class_name not in decided(history)


def is_impossible(prior: Prior, history: History) -> bool:
    """Whether some class that would have been initialised before the call is known not to have been."""
    known = decided(history)
    return any(known.get(name) is False for name in prior.marks)


def initialised_before(past: Past, prior: Prior, history: History, kept: tuple[str, ...]) -> History:
    """The history of a run in which contested classes were initialised before the call, those that they need first.

    That was after the classes `kept`, and before all others that were initialised before the call.
    """
    known = decided(history)
    names = tuple(name for name in prior.marks if past.is_contested(name) and name not in known)
    later = tuple(name for name in before_the_call(history) if name not in kept)
    others = tuple(each for each in history if each[1] is not True)
    return (*others, *((name, True) for name in (*kept, *names, *later)))


def text_of_order(first: str, second: str, ordered: bool = True) -> str:
    return f"{first} was {'' if ordered else 'not '}initialised before {second}"


def text_of(class_name: str, before: bool) -> str:
    return f"{class_name} was {'' if before else 'not '}initialised before the call"
