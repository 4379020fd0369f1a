"""``--format html``: the page of the run that a command has just finished."""

from __future__ import annotations

from symheap.page.model import page_model
from symheap.page.render import page
from symheap.session.kept.keeping import Kept


def page_of(keeper: Kept) -> str:
    """Return the page of everything in the file of the finished run."""
    assert keeper.file is not None, "a run of which there is to be a page has a file, if only for that"
    keeper.record_status()
    return page(page_model(keeper.file))
