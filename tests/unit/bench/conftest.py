"""What the tests of studies share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever is kept between runs is kept away from the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SYMHEAP_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
