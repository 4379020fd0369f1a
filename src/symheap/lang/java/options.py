"""What a user may say about a Java program before it is explored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class JavaOptions:
    """The names are those of the command line.

    `jdk` is the home of a JDK; where it is None, `environ` tells.  `assume` names boolean methods, as ``Class.method``
    or ``method``; `non_null` parameters; `symbolic_statics` static fields as ``Class.field``; `also` classes that
    inputs may have beside those that are found.  `exact_types`: an input is of exactly the class that it is declared as
    after erasure; an abstract class or interface is a stub, whose methods without a body return any value.
    `bare_stubs`: such a method throws AbstractMethodError instead, and no class of the JDK stands for an interface.
    `flat_maps`: in a hash map of the input no two keys share a bucket.  `fixed_environment`: the clock, random seeds,
    identity hash codes and properties are constants, and not inputs.  `first_use`: the classes that
    inputs may have were initialised before the call, and every other class is initialised when it is first used.
    `cache` is the folder for what can be kept
    between runs.
    """

    jdk: str | None = None
    class_path: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    non_null: tuple[str, ...] = ()
    symbolic_statics: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    exact_types: bool = False
    bare_stubs: bool = False
    flat_maps: bool = False
    fixed_environment: bool = False
    first_use: bool = False
    environ: Mapping[str, str] = field(default_factory=dict)
    cache: Path | None = None
