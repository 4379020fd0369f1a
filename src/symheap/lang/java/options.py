"""The options of the exploration of Java programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from symheap.core.cache import cache_folder
from symheap.core.options import option


@dataclass(frozen=True)
class JavaSettings:
    """The options that only Java programs have.

    `assume` names methods as ``Class.method`` or ``method``, `symbolic_static` fields as ``Class.field``; `also` names
    further classes that inputs may have. `exact_types` applies after erasure: an abstract class or interface is a stub,
    whose methods without a body return any value.
    """

    jdk: str | None = option(
        None,
        "Java: the JDK.",
        metavar="PATH",
        shown="JAVA_HOME, else the java on the PATH",
        expected="the path of a JDK",
        is_path=True,
    )
    class_path: tuple[str, ...] = option(
        (),
        "Java: jars and folders of classes.",
        flags=("-cp", "--class-path"),
        metavar="PATH:PATH…",
        separator="pathsep",
        items="paths",
    )
    assume: tuple[str, ...] = option(
        (),
        "Java: only inputs for which this boolean method holds.  May be given several times.",
        metavar="CLASS.METHOD",
        items="names of methods",
    )
    non_null: tuple[str, ...] = option(
        (),
        "Java: this parameter is not null.  May be given several times.",
        metavar="NAME",
        items="names of parameters",
    )
    symbolic_static: tuple[str, ...] = option(
        (),
        "Java: this static field may hold anything.  May be given several times.",
        metavar="CLASS.FIELD",
        items="names of static fields",
    )
    also: tuple[str, ...] = option(
        (),
        "Java: inputs may be of this class too.  May be given several times.",
        metavar="CLASS",
        items="names of classes",
    )
    exact_types: bool = option(False, "Java: inputs are of exactly the classes that they are declared as.")
    flat_maps: bool = option(False, "Java: in hash maps of the input no two keys share a bucket.")
    fixed_environment: bool = option(
        False, "Java: clocks, seeds, hash codes and properties are constants, and not inputs."
    )
    printed_assume: bool = option(
        False, "Java, with --heap pose: the value of a field lists all aliases, as [POSE] Fig. 4 prints it."
    )
    first_use: bool = option(False, "Java: classes of inputs were initialised before the call, others at first use.")


@dataclass(frozen=True)
class JavaOptions(JavaSettings):
    """The options of Java, and the environment to find a JDK in.

    If `jdk` is None, `environ` is used. `cache` is the folder for data that can be kept between runs. `bare_stubs`: a
    method without a body throws AbstractMethodError, and no class of the JDK stands for an interface. If there is a
    `verifier`, the method is a `main` that gets an empty array, and its inputs are the results of the static `nondet`
    methods of that class.

    Environment and cache do not travel: on another machine they are that machine's own.
    """

    bare_stubs: bool = False
    verifier: str = ""
    environ: Mapping[str, str] = field(default_factory=dict)
    cache: Path | None = None

    def __reduce__(self) -> tuple[Callable[..., JavaOptions], tuple[Mapping[str, Any]]]:
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return _options_here, ({name: value for name, value in given.items() if name not in ("environ", "cache")},)


def _options_here(given: Mapping[str, Any]) -> JavaOptions:
    return JavaOptions(**given, environ=os.environ, cache=cache_folder(os.environ))
