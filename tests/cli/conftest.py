"""Fixtures shared by the tests of all commands."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from symheap.core.cache import cache_folder
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.testgen.replay.jars import find_toolchain


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep caches and runs of the tests apart from the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SYMHEAP_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("SYMHEAP_RUNS", str(tmp_path_factory.mktemp("runs")))
        yield


@pytest.fixture(scope="session")
def jars() -> None:
    """Take JUnit from the user's cache, so that it is not fetched for each run of the tests."""
    environ = {name: value for name, value in os.environ.items() if name != "SYMHEAP_CACHE"}
    kept, own = cache_folder(environ), cache_folder(os.environ)
    try:
        find_toolchain(find_jdk(None, environ), Maven(environ), kept)
        find_toolchain(find_jdk(None, environ), Maven(environ), kept, junit=4)
    except Unavailable as error:
        pytest.skip(str(error))
    if (kept / "maven").is_dir() and not (own / "maven").exists():
        own.mkdir(parents=True, exist_ok=True)
        (own / "maven").symlink_to(kept / "maven")
