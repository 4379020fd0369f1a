"""The Java programs on which merging is measured: twelve methods, one for each kind of code with very many paths."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from symheap_testing.java.corpus import Corpus, compile_all, jdk_for

FEATURE = 17


@cache
def merging_corpus(folder: Path) -> Corpus | None:
    """Return the programs of `folder`, compiled once per process; None without a suitable JDK."""
    jdk = jdk_for(FEATURE)
    if jdk is None:
        return None
    into = Path(tempfile.mkdtemp(prefix="symheap-merging-"))
    atexit.register(shutil.rmtree, into, ignore_errors=True)
    sources = tuple(sorted(folder.glob("*.java")))
    compile_all(sources, jdk, into)
    return Corpus(sources, into, jdk)
