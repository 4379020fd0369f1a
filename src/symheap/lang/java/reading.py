"""Errors while reading Java, as one line for the user."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from symheap.core.source import Position, SourceError
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.javac import CompileError
from symheap.lang.target import Target, TargetError


@contextmanager
def reading(target: Target) -> Iterator[None]:
    """Turn any error with classes, archives, sources or a JDK into one line that names the file."""
    try:
        yield
    except CompileError as error:
        place = re.fullmatch(r"(.+?):(\d+)(?::(\d+))?: error: (.*)", str(error))
        if place is None:
            raise TargetError(str(error).rpartition(": error: ")[2], target.path) from error
        at = Position(_as_given(place[1], target), int(place[2]), int(place[3] or 1))
        raise SourceError(place[4].replace(";:", ":"), at) from error
    except NotFound as error:
        raise TargetError(str(error).removeprefix(f"{target.path}: "), target.path) from error
    except Malformed as error:
        raise TargetError(f"{error.message} (byte {error.offset})", error.file) from error
    except OSError as error:
        raise TargetError(error.strerror or str(error), target.path) from error


def _as_given(file: str, target: Target) -> str:
    """Return the path as typed: javac gets absolute paths."""
    return target.path if file == os.path.abspath(target.path) else file
