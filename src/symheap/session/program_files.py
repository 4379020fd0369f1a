"""The files and the JDK that a program is read with."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from symheap.lang.target import JRT, Target, is_java

if TYPE_CHECKING:
    pass
from symheap.session.settings import Settings


def files_of(target: str, settings: Settings) -> tuple[str, ...]:
    """Return the files that a program is read from, without those of a JDK or those that a build creates or fetches."""
    path = Target.parse(target).path
    own = () if path.startswith(JRT) else _sources_of(path) or (path,)
    return (*own, *settings.class_path)


def _sources_of(path: str) -> tuple[str, ...]:
    """Return the sources and build files of a folder with sources, since its classes are compiled from them."""
    if not os.path.isdir(path):
        return ()
    from symheap.lang.java.files.source_folder import builds_in, sources_in

    sources = sources_in(Path(path))
    return tuple(map(str, (*sources, *builds_in(Path(path))))) if sources else ()


def jdk_of(target: str, settings: Settings) -> str | None:
    """Return the version of the JDK that a Java program runs on; None for another language."""
    if not is_java(Target.parse(target)):
        return None
    from symheap.lang.java.files.jdk import find_jdk

    return find_jdk(settings.jdk, os.environ).version
