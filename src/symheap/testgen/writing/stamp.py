"""The stamp of a generated file, which shows whether the file was edited later."""

from __future__ import annotations

import re
from hashlib import sha256

MARK = "// symheap digest: "
_LINE = re.compile(rf"^{re.escape(MARK)}([0-9a-f]{{16}})$", re.MULTILINE)


def digest_of(text: str) -> str:
    """Return a digest of a file without its stamp, ignoring line ends and trailing blanks."""
    lines = (line.rstrip() for line in text.splitlines())
    kept = "\n".join(line for line in lines if not line.startswith(MARK.rstrip()))
    return sha256(kept.rstrip().encode("utf-8", "surrogatepass")).hexdigest()[:16]


def stamped(text: str) -> str:
    """Insert the stamp after the first line of a file, which is a comment."""
    first, _, rest = text.partition("\n")
    return f"{first}\n{MARK}{digest_of(text)}\n{rest}"


def is_pristine(text: str) -> bool:
    """Whether the file is unchanged since it was generated.  A file without a stamp is not ours."""
    stamps = _LINE.findall("\n".join(line.rstrip() for line in text.splitlines()))
    return stamps == [digest_of(text)]
