"""``symheap serve``: show runs in a browser while they are running."""
