"""The data files of the shipped studies, and methods of classes that a file names without listing them."""

from __future__ import annotations

from collections import Counter

import mini_study
import pytest

from symheap.bench import places, studies
from symheap.bench.study import StudyMethod
from symheap.lang.java.world import World

POSE = studies.pose()


def test_poses_study_has_the_methods_of_the_paper() -> None:
    assert len(POSE.methods) == len(set(map(str, POSE.methods))) == 816
    assert sum(method.printed for method in POSE.methods) == 692


def test_the_printed_table_is_that_of_the_paper() -> None:
    printed = POSE.printed.values()
    assert len(printed) == 55
    assert sum(each.traces for each in printed) == 39_190
    assert sum(each.other_traces for each in printed) == 77_352_300
    assert sum(each.query_seconds for each in printed) == pytest.approx(58_925, abs=1)
    assert sum(each.test_seconds for each in printed) == 95_799
    assert sum("other_test_seconds" in each.at_least for each in printed) == 19
    assert {name for each in printed for name in each.at_least} == {"other_test_seconds"}


def test_a_class_is_printed_if_one_of_its_methods_is() -> None:
    assert {method.class_name for method in POSE.methods if method.printed} == set(POSE.printed)


def test_each_method_belongs_to_one_project() -> None:
    owners = {str(m): [p for p in POSE.projects if m.class_name.startswith(p.packages)] for m in POSE.methods}
    assert {len(found) for found in owners.values()} == {1}
    sizes = Counter(POSE.project(method.class_name).name for method in POSE.methods)
    assert len(sizes) == 8
    assert sizes["FreeHEP JMinuit 1.0.3"] == 138
    assert [p.name for p in POSE.projects if not p.coordinates] == ["FreeHEP JMinuit 1.0.3"]


def test_parameters_are_erased() -> None:
    assert not [each for method in POSE.methods for each in method.parameters if "<" in each or " " in each]
    find = StudyMethod("com.google.gson.internal.LinkedHashTreeMap", "find", ("java.lang.Object", "boolean"), True)
    assert find in POSE.methods


def mini_world() -> World:
    return places.world(places.ProjectJars((str(mini_study.classes()),)), mini_study.java())


def test_public_methods_are_those_that_others_may_call_and_that_have_a_body() -> None:
    assert list(map(str, studies.public_methods(mini_world(), "mini.Cell"))) == [
        "mini.Cell::same(mini.Cell)",
        "mini.Cell::sum(mini.Cell)",
        "mini.Cell::count(int)",
    ]


def test_a_study_of_classes_has_their_public_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[[project]]\nname = "Mini"\npackages = ["mini."]\ncoordinates = ["a:b:1"]\nclasses = ["mini.Cell"]\n'
    monkeypatch.setattr(studies, "_text", lambda name: text)
    study = studies.of_classes("own", "Our own", "own.toml", lambda project: mini_world())
    assert [method.name for method in study.methods] == ["same", "sum", "count"]
    assert study.project("mini.Cell").coordinates == ("a:b:1",)
    assert not study.printed
