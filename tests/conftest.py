"""Setup shared by all tests."""

from __future__ import annotations

import gc
import signal
import threading

from hypothesis import HealthCheck, settings

pytest_plugins = ["cpu_times", "left_out", "missing_tools"]

# On a busy machine, an example may take any time; and what fails once must fail again.
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def pytest_configure() -> None:
    """A shell has its background jobs ignore Ctrl-C, and so would every process that the tests start."""
    settings.load_profile("suite")
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, which took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
