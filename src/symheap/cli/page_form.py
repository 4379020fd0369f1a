"""``--format html``: the page of the run that a command has just finished."""

from __future__ import annotations

from symheap.session.kept.keeping import Kept


def page_of(keeper: Kept) -> str:
    """Return the page of everything in the file of the finished run.

    A page shows runs of all commands, so its modules are most of symheap; they are loaded only for a page.
    """
    from symheap.page.model import page_model
    from symheap.page.render import page

    assert keeper.file is not None, "a run of which there is to be a page has a file, if only for that"
    keeper.record_status()
    return page(page_model(keeper.file))
