"""Run a command line and turn every possible end into an exit status."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import typer

from symheap.cli.invocation import ARGUMENTS
from symheap.cli.table import app_for
from symheap.cli.terminal.clock import LINE, line
from symheap.cli.terminal.late_document import late_document
from symheap.cli.terminal.streams import complain
from symheap.cli.terminal.supervisor import Line
from symheap.cli.terminal.verbosity import log_to_stderr, verbosity
from symheap.cli.usage import usage_line
from symheap.core.deadline import OutOfTime
from symheap.core.source import SourceError
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.target import TargetError
from symheap.session.status import Status, WrongUse
from symheap.session.watching import ReaderLeft
from symheap.store.records import StoreError

# From click itself, or from the copy that newer versions of typer contain: the base class of both usage errors.
_UsageError: type[BaseException] = typer.BadParameter.__mro__[1]


def main(arguments: Sequence[str], watched: Line | None = None) -> int:
    """Run a command and return its exit status.  No exception escapes, except one that ends the interpreter."""
    LINE.set(watched or Line(perf_counter()))
    _tolerate(sys.stdout)
    status = _run(arguments)
    try:
        sys.stdout.flush()
    except OSError:
        _abandon_output()
        return status or Status.INCONCLUSIVE
    return status


def _run(arguments: Sequence[str]) -> int:
    ARGUMENTS.set(tuple(arguments))
    log_to_stderr(verbosity(arguments))
    if any("\0" in argument for argument in arguments):
        complain("symheap: error: an argument holds a NUL character, which no name of a file has")
        return Status.WRONG_USE
    try:
        status = app_for(arguments)(args=list(arguments), prog_name="symheap", standalone_mode=False)
        return int(status) if isinstance(status, int) else Status.CLEAN
    except (SourceError, TargetError) as error:
        complain(str(error))
        return Status.WRONG_USE
    except Malformed as error:
        complain(str(error))
        return Status.WRONG_USE
    except (WrongUse, NotFound, StoreError) as error:
        complain(f"symheap: error: {error}")
        return Status.WRONG_USE
    except KeyboardInterrupt:
        complain("symheap: interrupted")
        return Status.INTERRUPTED
    except OutOfTime:
        return _out_of_time(arguments)
    except ReaderLeft:
        _abandon_output()
        return Status.INCONCLUSIVE
    except OSError as error:
        complain(f"{error.filename or 'symheap'}: error: {error.strerror or error}")
        return Status.WRONG_USE
    except Exception as error:
        return _failed(error, arguments)


def _out_of_time(arguments: Sequence[str]) -> int:
    """Write the document of a command without a result.

    The supervising process is told first that nothing is left to write, because it may kill this process at any moment.
    """
    complain("symheap: out of time before there was a result (--timeout)")
    file, text = late_document(arguments, perf_counter() - line().began)
    line().last_words(None, "")
    with contextlib.suppress(OSError):
        if file is None:
            sys.stdout.write(text)
            sys.stdout.flush()
        else:
            Path(file).write_text(text, encoding="utf-8")
    return Status.INCONCLUSIVE


def _failed(error: Exception, arguments: Sequence[str]) -> int:
    if isinstance(error, _UsageError):
        complain(usage_line(error, arguments))
        return Status.WRONG_USE
    if isinstance(error, typer.Abort):
        complain("symheap: interrupted")
        return Status.INTERRUPTED
    if verbosity(arguments):
        traceback.print_exc()
    complain(
        f"symheap: internal error: {type(error).__name__}: {error}; this is a fault of symheap: please report it with "
        "the program and the command (-v shows where it happened)"
    )
    return Status.INTERNAL


def _tolerate(stream: object) -> None:
    """Escape characters that the encoding lacks, so that writing a name never fails."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _abandon_output() -> None:
    """Discard all further output after the reader has gone, including the flush at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
