"""The law of printing: every example satisfies the printed condition, read back from the text and from JSON."""

from __future__ import annotations

import json
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from symheap.core.model import Plain
from symheap.core.terms import BOOL, REF
from symheap.report.explore.explored import Path
from symheap.report.explore.text import block
from symheap.report.formats.json import result
from symheap.session.run import Run
from symheap_testing.printed_numbers import FLOATS
from symheap_testing.printed_reader import CUT, Unreadable, read
from symheap_testing.printed_values import ABSENT, Declarations, Example

_WHEN, _DECIDES = "  when     ", "  decides"
ALWAYS = "always"


@dataclass(slots=True)
class Printed:
    """The result: the number of conditions satisfied, the wrong ones, and reasons for those without an answer.

    `open` are incomplete conditions: a text that was cut because of its length, or one whose value depends on a field
    of an object that the example does not have.
    """

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    unreadable: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)

    def add(self, other: Printed) -> None:
        self.right += other.right
        self.wrong += other.wrong
        self.unreadable.update(other.unreadable)
        self.open.update(other.open)

    @property
    def total(self) -> int:
        return self.right + len(self.wrong) + self.unreadable.total()

    @property
    def share_unreadable(self) -> float:
        return self.unreadable.total() / self.total if self.total else 0.0


def check_printed(run: Run) -> Printed:
    """Read back the printed form of every path of a run that has an example."""
    summary = Printed()
    declared = declarations(run)
    for path in run:
        _check(path, declared, summary)
    return summary


def _check(path: Path, declared: Declarations, tally: Printed) -> None:
    document = json.loads(json.dumps(result(path)))
    if document["inputs"] is None:
        return
    example = Example(document["inputs"], declared)
    for form, conditions in (("json", [document["condition"]]), ("text", list(conditions_in(block(path))))):
        for condition in conditions:
            _check_one(f"{path.run.target} path {path.id} ({form})", condition, example, tally)


def _check_one(place: str, condition: str, example: Example, tally: Printed) -> None:
    if CUT in condition:
        tally.open["a text that was cut"] += 1
        return
    try:
        holds = condition == ALWAYS or example.holds(read(condition, list(example.roots), example.known))
    except Unreadable as reason:
        tally.unreadable[str(reason)] += 1
        return
    if holds is None:
        tally.open["a condition without a value"] += 1
    elif holds:
        tally.right += 1
    else:
        tally.wrong.append(f"{place}: {condition}")


def conditions_in(text: str) -> Iterator[str]:
    """Yield the conditions in a path's block of text, one per line."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(_WHEN):
            yield line.removeprefix(_WHEN)
            break
    for line in lines:
        if line.startswith(_DECIDES):
            break
        yield line.strip()


def declarations(run: Run) -> Declarations:
    """Return the declarations of the program, from the class files or the source."""
    notation, types, program = run.notation, run.input_types(), run.loaded.program
    table, java = program.table, run.loaded.java

    def root(name: str) -> str:
        sort = types[name].sort if name in types else None
        return "R" if sort is REF else "Z" if sort is BOOL else notation.root(name)

    def field_kind(class_name: str, name: str) -> str:
        kind = next((each.type.sort for each in table.fields(class_name) if each.name == name), None)
        if kind is None:
            return ABSENT
        return "R" if kind is REF else "Z" if kind is BOOL else notation.field(class_name, name)

    def element(class_name: str) -> str:
        kind = notation.element(class_name)
        return "R" if kind[:1] in ("L", "[") else kind

    def subtype(name: str, of: str) -> bool:
        return of in table.ancestors(name) if java is None else java.table.world.is_subtype(name, of)

    def before(key: str) -> dict[str, Any] | None:
        initial, number = program.initial, int(key) if key.isdecimal() else 0
        if initial is None or number not in initial.objects:
            return None
        item = initial.objects[number]
        fields = {name: _cell(value, field_kind(item.class_name, name)) for name, value in item.fields.items()}
        kind = element(item.class_name) if item.length is not None else ""
        elements = {str(at): _cell(value, kind) for at, value in item.elements.items()}
        known = {"known": notation.known(number), "class": item.class_name, "fields": fields}
        return known if item.length is None else {**known, "length": item.length, "elements": elements}

    return Declarations(root, field_kind, element, subtype, before)


def _cell(value: Plain, kind: str) -> Any:
    """Return a value of an object that exists before the call in its JSON form."""
    if kind == "R":
        return {"ref": str(value)} if value else None
    if kind in FLOATS:
        form, whole = ("<f", "<I") if kind == "F" else ("<d", "<Q")
        return struct.unpack(form, struct.pack(whole, value & ((1 << FLOATS[kind]) - 1)))[0]
    return bool(value) if kind == "Z" else value
