"""The studies that are part of the package, read from data files."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import TypedDict, cast

from symheap.bench.study import Printed, Study, StudyMethod, StudyProject
from symheap.engine.bounds import Bounds
from symheap.lang.java.classes import INIT
from symheap.lang.java.classfile.access import PUBLIC
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.locate import is_source
from symheap.lang.java.values.types import source_name
from symheap.lang.java.world import World

BOUNDS = Bounds(max_calls=80, max_loop=10_000, max_iterations=150)
"""Those of [POSE] section IV: 80 nested calls, and 150 rounds of loops on a path, all loops together."""

LESS_THAN_ONE = 0.5


def pose() -> Study:
    """The 816 methods of [POSE], beside its Table I, which adds up 692 of them."""
    return Study(
        name="pose",
        title="POSE's study: 816 methods of eight Java libraries",
        projects=tuple(map(_project, _tables("pose_projects.toml"))),
        methods=tuple(map(_method, _records("pose_methods.csv"))),
        printed={record["class"]: _printed(record) for record in _records("pose_table1.csv")},
        bounds=BOUNDS,
        exact_types=True,
        bare_stubs=True,
    )


def libraries(world_of: Callable[[StudyProject], World]) -> Study:
    """Return the library study: the public methods of 60 classes, 20 from each of three libraries.

    The classes are chosen by a rule.  No paper has studied them.
    """
    title = "The library study: the public methods of 60 classes of three Java libraries"
    return of_classes("libraries", title, "library_study.toml", world_of)


def of_classes(name: str, title: str, file: str, world_of: Callable[[StudyProject], World]) -> Study:
    """Return the study of the public methods of the `classes` that each project of a data file names.

    `world_of` returns the classes of a project.  No printed numbers exist for these methods.
    """
    tables = _tables(file)
    projects = tuple(map(_project, tables))
    methods = [
        method
        for project, table in zip(projects, tables, strict=True)
        for world in (world_of(project),)
        for class_name in table["classes"]
        for method in public_methods(world, class_name)
    ]
    return Study(name, title, projects, tuple(methods), {}, BOUNDS, exact_types=True, bare_stubs=True)


def public_methods(world: World, class_name: str) -> tuple[StudyMethod, ...]:
    """Return the public methods with a body that a class declares, in the order of its file.

    Constructors and compiler-generated methods (bridges, accessors, lambdas) are excluded.
    """
    return tuple(
        StudyMethod(class_name, method.name, tuple(source_name(p.descriptor) for p in parameters))
        for method in world.find(class_name).methods.values()
        if method.access & PUBLIC and method.code is not None and is_source(method) and method.name != INIT
        for parameters in (method_type(method.descriptor).parameters,)
    )


# Data files -----------------------------------------------------------------------------------------------------------


class _Table(TypedDict, total=False):
    name: str
    packages: list[str]
    folders: list[str]
    coordinates: list[str]
    classes: list[str]


def _text(name: str) -> str:
    return (files("symheap.bench") / "data" / name).read_text(encoding="utf-8")


def _records(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(_text(name))))


def _tables(name: str) -> list[_Table]:
    return cast(list[_Table], tomllib.loads(_text(name))["project"])


def _project(table: _Table) -> StudyProject:
    return StudyProject(
        table["name"], tuple(table["packages"]), tuple(table.get("folders", ())), tuple(table.get("coordinates", ()))
    )


def _method(record: Mapping[str, str]) -> StudyMethod:
    parameters = tuple(filter(None, record["parameters"].split(";")))
    return StudyMethod(record["class"], record["method"], parameters, record["printed"] == "yes")


_COLUMNS = {
    "traces": "traces_pose",
    "other_traces": "traces_jbse",
    "tokens": "tokens_pose",
    "other_tokens": "tokens_jbse",
    "query_seconds": "query_s_pose",
    "other_query_seconds": "query_s_jbse",
    "test_seconds": "test_s_pose",
    "other_test_seconds": "test_s_jbse",
}


def _printed(record: Mapping[str, str]) -> Printed:
    fields = {name: record[column] for name, column in _COLUMNS.items()}
    counts = {name: int(text) for name, text in fields.items() if "seconds" not in name}
    seconds = {name: _seconds(text) for name, text in fields.items() if "seconds" in name}
    at_least = tuple(name for name, text in fields.items() if text.startswith(">"))
    return Printed(
        counts["traces"],
        counts["other_traces"],
        counts["tokens"],
        counts["other_tokens"],
        seconds["query_seconds"],
        seconds["other_query_seconds"],
        seconds["test_seconds"],
        seconds["other_test_seconds"],
        at_least,
    )


def _seconds(text: str) -> float:
    return LESS_THAN_ONE if text == "<1" else float(text.removeprefix(">"))
