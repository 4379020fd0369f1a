"""The work of a worker process: units come in and messages go out, until the connection ends."""

from __future__ import annotations

import os
import pickle
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from symheap.jobs.interrupt import Interrupt


class Kind(Enum):
    """An event in the life of a unit.

    `BEGUN` comes first, and again if the unit is tried again: then all earlier messages of the unit are void.  `LOST`:
    its worker has ended, twice.
    """

    BEGUN = "begun"
    SENT = "sent"
    DONE = "done"
    FAILED = "failed"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Message:
    """One event of a unit: what was sent, the error that ended it, or the reason why its worker ended."""

    unit: int
    kind: Kind
    content: Any = None


@dataclass(frozen=True, slots=True)
class Calling:
    """A unit's view of its worker: it may `send` messages to the parent, and see whether it is asked to stop."""

    send: Callable[[Any], None]
    interrupt: Interrupt


Work = Callable[[Any, Calling], None]
"""Does one unit, a plain value.  All results are sent as messages of plain data.

Garbage is collected rarely in workers, so work that leaves cyclic data behind, such as linked classes, collects it.
"""


class Lost(Exception):
    """The worker of a unit has ended, and so has the one that tried it again.  The message is the reason."""


def serve(connection: Connection, work: Work, interrupt: Interrupt) -> None:
    """Do units until the connection ends."""
    while True:
        try:
            at, unit = connection.recv()
        except (EOFError, OSError):
            return
        message = do(work, at, unit, Calling(partial(_send, connection, at), interrupt))
        try:
            connection.send(message)
        except OSError:
            return
        interrupt.seen = False


def do(work: Work, at: int, unit: Any, calling: Calling) -> Message:
    """Do one unit and return its end.  Without memory this process ends, and another one tries the unit again."""
    try:
        work(unit, calling)
    except MemoryError:
        os._exit(1)
    except KeyboardInterrupt:
        pass
    except Exception as error:
        return Message(at, Kind.FAILED, _portable(error))
    return Message(at, Kind.DONE)


def _send(connection: Connection, at: int, content: Any) -> None:
    connection.send(Message(at, Kind.SENT, content))


def _portable(error: Exception) -> Exception:
    """Return an error that survives pickling, with the place where it was raised."""
    error.add_note("in a worker process:\n" + "".join(traceback.format_tb(error.__traceback__)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        said = RuntimeError(f"{type(error).__name__}: {error}")
        said.__notes__ = error.__notes__
        return said
    return error
