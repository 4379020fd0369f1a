"""A study: its methods, the projects of their classes, and the printed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from symheap.engine.bounds import Bounds


@dataclass(frozen=True, slots=True)
class StudyProject:
    """A library: classes whose names begin with one of `packages`.

    `folders` are the places of its compiled classes below a folder of subjects, as in the replication package.
    `coordinates`, ``group:artifact:version``, are those of its own jar and then of the jars that it needs.
    """

    name: str
    packages: tuple[str, ...]
    folders: tuple[str, ...]
    coordinates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StudyMethod:
    """A method of a study.  `printed`: the paper's table includes it in its sums."""

    class_name: str
    name: str
    parameters: tuple[str, ...]
    printed: bool = False

    def __str__(self) -> str:
        return f"{self.class_name}::{self.name}({','.join(self.parameters)})"


@dataclass(frozen=True, slots=True)
class Printed:
    """A row of a printed table: the numbers of the paper's tool and of the tool it is compared with.

    A time of 0.5 stands for ``<1``; `at_least` names the columns where the paper has ``>``.
    """

    traces: int
    other_traces: int
    tokens: int
    other_tokens: int
    query_seconds: float
    other_query_seconds: float
    test_seconds: float
    other_test_seconds: float
    at_least: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Study:
    name: str
    title: str
    projects: tuple[StudyProject, ...]
    methods: tuple[StudyMethod, ...]
    printed: Mapping[str, Printed]
    bounds: Bounds
    exact_types: bool
    flat_maps: bool = True
    first_use: bool = True
    bare_stubs: bool = False
    fixed_environment: bool = True

    def project(self, class_name: str) -> StudyProject:
        return next(p for p in self.projects if class_name.startswith(p.packages))
