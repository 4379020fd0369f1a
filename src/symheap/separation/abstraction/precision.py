"""Precision of lists: a lattice between bare spines and everything that items have in common.

A *feature* is one thing that patterns of nodes of one layout may say.  Law: with more features, a pattern of the same
two items says the same or more.  No features at all: the node, its link, nothing else (``_SLL_ENTRY`` of the paper).

Rule: [SLAyer] section 6: the active patterns; what is not here is inactive.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from symheap.store.records import Document, Json


class Keep(Enum):
    """The kinds of information about a field."""

    VALUE = "value"  # null in every item, the same in every item, or an address inside the item
    OBJECT = "object"  # the address of an object that each item owns
    NULLABLE = "nullable"  # null, or the address of such an object
    LIST = "list"  # the front of a list that each item owns
    NUMBER = "number"  # a number, with the facts that hold in every item
    ZERO = "zero"  # all bytes of an object that are not mentioned are zero
    BACK = "back"  # the address of the item before


@dataclass(frozen=True, slots=True, order=True)
class LinkLayout:
    """Nodes of `size` bytes, whose link at offset `link` points `entry` bytes into the next."""

    size: int
    link: int
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Feature:
    """Keeping `keep` of the field at `path`: an offset in the node, then in the object that it points to, …"""

    layout: LinkLayout
    path: tuple[int, ...]
    keep: Keep


@dataclass(frozen=True, slots=True)
class Precision:
    """How much lists remember: the kept `features`, or all if None.

    Unless `keeps_memory`, folding may drop objects that no feature mentions.  Lists remember a minimum of up to
    `counted` items.  `delay` heaps that differ in numbers may coexist before they are joined.  If `apart`, items that a
    test of the program distinguishes are not merged, and the outcomes of tests are kept.  If `linked`, patterns record
    how outcomes of tests decide which pointers of an item are null.  If `measured`, lists remember their length as a
    term.
    """

    features: frozenset[Feature] | None = None
    keeps_memory: bool = True
    counted: int = 2
    delay: int = 3
    apart: bool = False
    measured: bool = False
    linked: bool = False

    def keeps(self, feature: Feature) -> bool:
        return self.features is None or feature in self.features

    def with_features(self, features: Iterable[Feature]) -> Precision:
        return self if self.features is None else replace(self, features=self.features | frozenset(features))


FINE = Precision()
COARSE = Precision(features=frozenset(), keeps_memory=False)


# As plain data --------------------------------------------------------------------------------------------------------


def precision_form(precision: Precision) -> dict[str, Json]:
    """Return a precision as plain data.

    Law: `precision_of` inverts it, and equal ones have equal forms.
    """
    features = precision.features
    return {
        "features": None if features is None else [_feature_form(each) for each in sorted(features, key=_rank)],
        "keeps_memory": precision.keeps_memory,
        "counted": precision.counted,
        "delay": precision.delay,
        "apart": precision.apart,
        "measured": precision.measured,
        "linked": precision.linked,
    }


def precision_of(form: Document) -> Precision:
    features = form["features"]
    return Precision(
        None if features is None else frozenset(map(_feature_of, features)),
        form["keeps_memory"],
        form["counted"],
        form["delay"],
        form.get("apart", False),
        form.get("measured", False),
        form.get("linked", False),
    )


def _rank(feature: Feature) -> tuple[LinkLayout, tuple[int, ...], str]:
    return feature.layout, feature.path, feature.keep.value


def _feature_form(feature: Feature) -> Json:
    layout = feature.layout
    return {"layout": [layout.size, layout.link, layout.entry], "path": [*feature.path], "keep": feature.keep.value}


def _feature_of(form: Document) -> Feature:
    return Feature(LinkLayout(*form["layout"]), tuple(form["path"]), Keep(form["keep"]))
