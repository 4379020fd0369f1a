"""Units of work in worker processes: one pool for all commands that take ``--jobs``."""
