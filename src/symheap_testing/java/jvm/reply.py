"""Parses the driver's replies."""

from __future__ import annotations

import json
from typing import NotRequired, TypedDict, cast

from symheap_testing.java.jvm.call import KINDS, CallOutcome, HeapObject, JvmFrame, Known, Thrown, Value

_KNOWN: tuple[Known, ...] = ("enum", "classObject")

_ValueForm = dict[str, int]

_ObjectForm = TypedDict(
    "_ObjectForm",
    {
        "class": str,
        "fields": NotRequired[dict[str, _ValueForm]],
        "elements": NotRequired[list[int]],
        "string": NotRequired[list[int]],
        "enum": NotRequired[str],
        "classObject": NotRequired[str],
        "opaque": NotRequired[bool],
    },
)

_ThrownForm = TypedDict(
    "_ThrownForm", {"ref": int, "class": str, "message": list[int] | None, "frames": list[tuple[str, str, int]]}
)


class Reply(TypedDict):
    """A reply of the driver; `spent` marks a child that must not be used again."""

    kind: str
    spent: NotRequired[bool]
    reason: NotRequired[str]
    value: NotRequired[_ValueForm]
    thrown: NotRequired[_ThrownForm]
    statics: NotRequired[dict[str, _ValueForm]]
    heap: NotRequired[dict[str, _ObjectForm]]
    truncated: NotRequired[bool]


def parse(line: str) -> Reply:
    return cast(Reply, json.loads(line))


def outcome_of(reply: Reply) -> CallOutcome:
    if reply["kind"] not in ("return", "throw"):
        return CallOutcome("error", reason=reply.get("reason", ""))
    return CallOutcome(
        "return" if reply["kind"] == "return" else "throw",
        value=_value(reply["value"]) if "value" in reply else None,
        thrown=_thrown(reply["thrown"]) if "thrown" in reply else None,
        heap={int(number): _object(form) for number, form in reply.get("heap", {}).items()},
        statics={name: _value(form) for name, form in reply.get("statics", {}).items()},
        truncated=reply.get("truncated", False),
    )


def _value(form: _ValueForm) -> Value:
    (kind,) = (kind for kind in KINDS if kind in form)
    return Value(kind, form[kind])


def _thrown(form: _ThrownForm) -> Thrown:
    message = form["message"]
    frames = tuple(JvmFrame(*frame) for frame in form["frames"])
    return Thrown(form["ref"], form["class"], None if message is None else tuple(message), frames)


def _object(form: _ObjectForm) -> HeapObject:
    known = next((kind for kind in _KNOWN if kind in form), None)
    return HeapObject(
        form["class"],
        {name: _value(value) for name, value in form.get("fields", {}).items()},
        elements=tuple(form["elements"]) if "elements" in form else None,
        string=tuple(form["string"]) if "string" in form else None,
        known=known,
        name=form.get("enum") or form.get("classObject") or "",
        opaque=form.get("opaque", False),
    )
