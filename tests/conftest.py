"""Setup shared by all tests."""

from __future__ import annotations

import signal
import threading


def pytest_configure() -> None:
    """Restore Ctrl-C: background jobs of a shell ignore it, and so would every process that the tests start."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
