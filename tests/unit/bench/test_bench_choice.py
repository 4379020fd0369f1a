"""Rules for choosing classes of a library, and the library study, which results from them."""

from __future__ import annotations

import subprocess
import tomllib
from importlib.resources import files
from pathlib import Path

import mini_study
import pytest

from symheap.bench import choice, places, studies
from symheap.bench.study import StudyProject
from symheap.lang.java.world import World
from symheap_testing.java.sources import some_jdk

THREE = "public void a() { } public int b() { return 1; } public static void c() { }"
SOURCES = {
    "Zoo": f"public class Zoo {{ {THREE} public static class Nested {{ {THREE} }} }}",
    "Ant": f"public final class Ant {{ {THREE} public Ant() {{ }} }}",
    "Two": "public class Two { public Two() { } public void a() { } public void b() { } void c() { } }",
    "Half": "public class Half extends Ant2 implements Comparable<Half> { "
    "public void a() { } public int compareTo(Half o) { return 0; } }",
    "Ant2": f"public abstract class Ant2 {{ {THREE} }}",
    "Face": "public interface Face { default void a() { } default void b() { } default void c() { } }",
    "Hidden": f"class Hidden {{ {THREE} }}",
    "Sort": "public enum Sort { UP, DOWN; public Sort other() { return this == UP ? DOWN : UP; } }",
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    jdk = some_jdk()
    if jdk is None:
        pytest.skip("no JDK with javac")
    folder = tmp_path_factory.mktemp("library")
    for package in ("lib", "other"):
        (folder / package).mkdir()
        for name, text in SOURCES.items():
            (folder / package / f"{name}.java").write_text(f"package {package}; {text}", encoding="utf-8")
    sources = [str(each) for each in sorted(folder.rglob("*.java"))]
    subprocess.run([str(jdk.javac()), "-d", str(folder / "classes"), *sources], check=True, capture_output=True)
    return places.world(places.ProjectJars((str(folder / "classes"),)), mini_study.java())


def test_candidates_are_public_concrete_and_have_three_public_methods(world: World) -> None:
    assert choice.candidates(world, ("lib.",)) == ("lib.Ant", "lib.Sort", "lib.Zoo")


def test_a_class_that_cannot_be_linked_is_no_candidate(world: World, tmp_path: Path) -> None:
    jdk = some_jdk()
    assert jdk is not None
    (tmp_path / "Orphan.java").write_text(
        f"package lib; public class Orphan extends Gone {{ {THREE} }} class Gone {{ }}", encoding="utf-8"
    )
    subprocess.run([str(jdk.javac()), "-d", str(tmp_path), str(tmp_path / "Orphan.java")], check=True)
    whole = places.world(places.ProjectJars((str(tmp_path),)), mini_study.java())
    assert choice.candidates(whole, ("lib.",)) == ("lib.Orphan",)
    (tmp_path / "lib" / "Gone.class").unlink()
    broken = places.world(places.ProjectJars((str(tmp_path),)), mini_study.java())
    assert choice.candidates(broken, ("lib.",)) == ()


def test_those_taken_are_at_equal_distances() -> None:
    letters = "abcdefghij"
    assert choice.spread(letters, 5) == tuple("acegi")
    assert choice.spread(letters, 3) == tuple("adg")
    assert choice.spread(letters, 10) == choice.spread(letters, 99) == tuple(letters)
    assert choice.spread("", 3) == ()


# The study ------------------------------------------------------------------------------------------------------------

TABLES = tomllib.loads((files("symheap.bench") / "data" / "library_study.toml").read_text(encoding="utf-8"))["project"]


def test_the_library_study_has_20_classes_of_each_of_three_libraries() -> None:
    assert [len(table["classes"]) for table in TABLES] == [20, 20, 20]
    assert len({name for table in TABLES for name in table["classes"]}) == 60
    for table in TABLES:
        assert table["classes"] == sorted(table["classes"])
        assert all(name.startswith(tuple(table["packages"])) for name in table["classes"])
        assert [coordinates.count(":") for coordinates in table["coordinates"]] == [2]


def test_its_methods_are_read_from_the_classes(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    text = '[[project]]\nname = "Lib"\npackages = ["lib."]\nclasses = ["lib.Zoo", "lib.Sort"]\n'
    monkeypatch.setattr(studies, "_text", lambda name: text if name == "library_study.toml" else "")
    asked: list[StudyProject] = []

    def world_of(project: StudyProject) -> World:
        asked.append(project)
        return world

    study = studies.libraries(world_of)
    assert [each.name for each in asked] == ["Lib"]
    assert [str(method) for method in study.methods] == [
        "lib.Zoo::a()",
        "lib.Zoo::b()",
        "lib.Zoo::c()",
        "lib.Sort::values()",
        "lib.Sort::valueOf(java.lang.String)",
        "lib.Sort::other()",
    ]
    assert (study.name, study.bounds, study.exact_types) == ("libraries", studies.BOUNDS, True)
    assert not study.printed
    assert (study.bounds.max_calls, study.bounds.max_iterations) == (80, 150)
