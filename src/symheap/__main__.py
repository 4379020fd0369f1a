"""``python -m symheap`` is the command ``symheap``."""

from __future__ import annotations

from symheap.cli import run

if __name__ == "__main__":
    run()
