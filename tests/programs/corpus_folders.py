"""The programs of this folder that are written in Java, and the versions of Java that they are for."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.testing.java_corpus import Corpus, compiled_corpus

PROGRAMS = Path(__file__).parent
FEATURES = {"java": 17, "java21": 21}
SOURCES = [source for folder in FEATURES for source in sorted((PROGRAMS / folder).glob("*.java"))]


def corpus_of(source: Path) -> Corpus:
    """The compiled programs beside a source; without a JDK for them the test is skipped."""
    feature = FEATURES[source.parent.name]
    found = compiled_corpus(source.parent, feature)
    if found is None:
        pytest.skip(f"no JDK {feature} with javac")
    return found
