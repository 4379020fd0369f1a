"""Project folders: the classes, sources and class paths of their builds."""
