"""The stamp of a generated file: it tells whether somebody has edited the file since."""

from __future__ import annotations

import re
from hashlib import sha256

MARK = "// symheap digest: "
_LINE = re.compile(rf"^{re.escape(MARK)}([0-9a-f]{{16}})$", re.MULTILINE)


def digest_of(text: str) -> str:
    """A number for all of a file but its stamp.  How its lines end, and blanks at their ends, do not count."""
    lines = (line.rstrip() for line in text.splitlines())
    kept = "\n".join(line for line in lines if not line.startswith(MARK.rstrip()))
    return sha256(kept.rstrip().encode("utf-8", "surrogatepass")).hexdigest()[:16]


def stamped(text: str) -> str:
    """A file whose first line is a comment, with its stamp below that."""
    first, _, rest = text.partition("\n")
    return f"{first}\n{MARK}{digest_of(text)}\n{rest}"


def is_pristine(text: str) -> bool:
    """Whether the file is as it was generated.  One without a stamp is somebody else's."""
    found = _LINE.findall("\n".join(line.rstrip() for line in text.splitlines()))
    return found == [digest_of(text)]
