"""What all tests need."""

from __future__ import annotations

import signal
import threading

pytest_plugins = ["cpu_times", "left_out"]


def pytest_configure() -> None:
    """A shell has its background jobs ignore Ctrl-C, and so would every process that the tests start."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
