"""Calls and outcomes of the real JVM, as values, and their JSON form.

A value has a kind. Integers and booleans are themselves, a `float` or `double` is its raw bits as a signed integer, and
a `ref` is the number of an object, 0 for null.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal["boolean", "byte", "short", "char", "int", "long", "float", "double", "ref"]
Known: TypeAlias = Literal["enum", "classObject", "static"]
KINDS: tuple[Kind, ...] = get_args(Kind)
JsonValue: TypeAlias = "bool | int | str | list[JsonValue] | dict[str, JsonValue] | None"


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a kind, given by its bits."""

    kind: Kind
    bits: int


@dataclass(frozen=True, slots=True)
class HeapObject:
    """An object: with fields, an array with elements (bits, or object numbers), or a string of units.

    With `known` it is an object that exists on the JVM, under `name`: the enum constant `Color.RED`, the class object
    of a class, the content of the static field `Owner.field` or, as `Owner.field/next/[3]`, an object reachable from
    it. `interned` makes a string the literal of these units. Given fields are set, the others have their defaults. In
    an outcome, the contents of an `opaque` object are omitted.
    """

    class_name: str = ""
    fields: Mapping[str, Value] = field(default_factory=dict)
    elements: tuple[int, ...] | None = None
    string: tuple[int, ...] | None = None
    interned: bool = False
    known: Known | None = None
    name: str = ""
    opaque: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A method, by its class (in the form of `Class.getName`), name and descriptor, with its arguments and heap.

    An instance method is dispatched on its receiver, unless `exact`. `<init>` takes no receiver and returns the new
    object. First `initialize`d classes, then `statics` are set; the outcome reports these and the `observe`d ones. An
    isolated call has its own copies of the user's classes; the state of the JDK's own classes is shared by all calls.
    """

    class_name: str
    method: str
    descriptor: str
    receiver: int | None = None
    arguments: tuple[Value, ...] = ()
    heap: Mapping[int, HeapObject] = field(default_factory=dict)
    statics: Mapping[str, Value] = field(default_factory=dict)
    initialize: tuple[str, ...] = ()
    observe: tuple[str, ...] = ()
    isolate: bool = True
    assertions: bool = True
    exact: bool = False
    limit: int = 2000


@dataclass(frozen=True, slots=True)
class JvmFrame:
    """A place on the stack; the line is negative if unknown."""

    class_name: str
    method: str
    line: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """An exception: its number in the final heap, its message, and its top frames.

    The message is None for an exception that the JVM threw for a null.
    """

    number: int
    class_name: str
    message: tuple[int, ...] | None
    frames: tuple[JvmFrame, ...]


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """The result of a call. `error` means that the call could not be set up, or that the JVM ended, with the `reason`.

    The heap after a return or a throw holds the input objects, under their numbers, and the objects reachable from
    them, the value, the exception and the statics, under negative numbers. It is complete unless `truncated`.
    """

    kind: Literal["return", "throw", "timeout", "error"]
    value: Value | None = None
    thrown: Thrown | None = None
    reason: str = ""
    heap: Mapping[int, HeapObject] = field(default_factory=dict)
    statics: Mapping[str, Value] = field(default_factory=dict)
    truncated: bool = False


def units(text: str) -> tuple[int, ...]:
    """Return the UTF-16 code units of a text."""
    data = text.encode("utf-16-le", "surrogatepass")
    return tuple(data[i] | data[i + 1] << 8 for i in range(0, len(data), 2))


def text_of(text: tuple[int, ...]) -> str:
    """Return the text of UTF-16 code units; lone surrogates stay."""
    data = b"".join(unit.to_bytes(2, "little") for unit in text)
    return data.decode("utf-16-le", "surrogatepass")


def call_to_json(call: Call) -> str:
    """Return the call as one line of JSON."""
    form: dict[str, JsonValue] = {
        "class": call.class_name,
        "method": call.method,
        "descriptor": call.descriptor,
        "receiver": call.receiver,
        "arguments": [_value_form(v) for v in call.arguments],
        "heap": {str(number): _object_form(obj) for number, obj in call.heap.items()},
        "statics": {name: _value_form(v) for name, v in call.statics.items()},
        "initialize": list(call.initialize),
        "observe": list(call.observe),
        "isolate": call.isolate,
        "assertions": call.assertions,
        "exact": call.exact,
        "limit": call.limit,
    }
    return json.dumps(form)


def _value_form(value: Value) -> JsonValue:
    return {value.kind: int(value.bits)}


def _object_form(obj: HeapObject) -> JsonValue:
    form: dict[str, JsonValue] = {}
    if obj.known is not None:
        form[obj.known] = obj.name
    elif obj.string is not None:
        form["literal" if obj.interned else "string"] = list(obj.string)
    else:
        form["class"] = obj.class_name
    if obj.fields:
        form["fields"] = {name: _value_form(v) for name, v in obj.fields.items()}
    if obj.elements is not None:
        form["elements"] = [int(e) for e in obj.elements]
    return form
