"""``symheap serve``: runs in a browser, while they are going on."""
