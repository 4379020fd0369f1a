"""Packed paths: they come back as they were, and what they have in common is there once."""

from __future__ import annotations

import json
from typing import Any

from symheap.page.packing import packed


def unpacked(rows: list[Any], at: int) -> Any:
    """As `unpack.js` does it."""
    row = rows[at]
    if not isinstance(row, tuple):
        return row
    kind, *rest = row
    if kind == 0:
        return [*unpacked(rows, rest[0]), unpacked(rows, rest[1])] if rest else []
    if kind == 2:
        return "\n".join(line for block in rest for line in unpacked(rows, block))
    keys, *values = (unpacked(rows, each) for each in rest)
    return dict(zip(keys, values, strict=True))


def model(paths: list[Any]) -> dict[str, Any]:
    return {"subjects": [{"kind": "exploration", "paths": paths}, {"kind": "proof", "text": "a\nb"}]}


def test_paths_come_back_as_they_were() -> None:
    texts = ["", "a", "a\n", "\n", "path 0:\n  when x\n       y\n(f)\n; end\n", "1"]
    paths: list[Any] = [
        {"id": str(at), "text": text, "is": [True, 1, 1.0, False, 0, None, [], {}]} for at, text in enumerate(texts)
    ]
    packed_model = packed(model(paths))
    again = [unpacked(packed_model["packed"], at) for at in packed_model["subjects"][0]["paths"]]
    assert json.dumps(again) == json.dumps(paths)
    assert packed_model["subjects"][1] == {"kind": "proof", "text": "a\nb"}


def test_a_thousand_long_paths_are_small() -> None:
    conditions = [f"this.{'next.' * at}value == {at}" for at in range(200)]
    paths = [{"id": str(at), "conditions": [*conditions, str(at)], "text": "\n".join(conditions)} for at in range(1000)]
    assert len(json.dumps(paths)) > 100_000_000
    assert len(json.dumps(packed(model(paths)))) < 300_000
