"""Folders with a build: by the real tools where they are installed, and by scripts that replace them."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from maven_projects import ONE, TWO, needs_javac, needs_mvn, pom, single, two_modules, write

from symheap.lang.java.project.changed import module_classes
from symheap.lang.java.project.maven import is_stale
from symheap.lang.java.project.modules import Module, Project, ProjectError, junit_on
from symheap.lang.java.project.project import is_project, open_project

needs_gradle = pytest.mark.skipif(shutil.which("gradle") is None, reason="gradle is not installed")


STAND_IN = """#!{python}
import json, os, sys
from pathlib import Path
script = json.loads(Path(__file__ + ".json").read_text())
settings = dict(argument[2:].split("=", 1) for argument in sys.argv if argument.startswith("-D"))
for name, text in script["files"].items():
    for template in (settings.get("mdep.outputFile"), settings.get("outputFile")):
        if template and name.endswith(Path(template).suffix):
            place = template.replace("${{project.groupId}}+${{project.artifactId}}" + Path(template).suffix, name)
            Path(place).write_text(text)
    if "symheap.output" in settings:
        Path(settings["symheap.output"], name).write_text(text)
Path(__file__ + ".called").write_text(" ".join(sys.argv[1:]))
print(script["output"])
sys.exit(script["status"])
"""


def stand_in(folder: Path, name: str, files: dict[str, str], output: str = "", status: int = 0) -> dict[str, str]:
    """Create a program `name` that writes files, and return the environment with it on the PATH."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(STAND_IN.format(python=sys.executable))
    program.chmod(0o755)
    (folder / f"{name}.json").write_text(json.dumps({"files": files, "output": output, "status": status}))
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


# Maven ----------------------------------------------------------------------------------------------------------------


@needs_mvn
def test_maven_compiles_two_modules_and_tells_their_class_paths(tmp_path: Path) -> None:
    root = two_modules(tmp_path)
    heard: list[str] = []
    project = open_project(root, os.environ, heard.append)
    assert heard == [f"mvn compile dependency:build-classpath dependency:list in {root}"]
    assert [(module.name, module.class_path, module.junit) for module in project.modules] == [
        ("a", (), None),
        ("b", (root / "a/target/classes",), None),
    ]
    assert [module_classes(module) for module in project.modules] == [("p.One", "p.One$Inner"), ("q.Beside", "q.Two")]
    assert project.modules[1].test_root == root / "b/src/test/java"


@needs_javac
def test_what_only_tests_need_is_not_on_the_class_path(tmp_path: Path) -> None:
    root = single(tmp_path / "project")
    path = os.pathsep.join(("/jars/gson.jar", "/jars/junit-jupiter-api-5.10.2.jar", "/jars/servlet.jar"))
    listed = (
        "\nThe following files have been resolved:\n   x:gson:jar:2:compile:/jars/gson.jar\n"
        "   x:api:jar:5:test:/jars/junit-jupiter-api-5.10.2.jar -- module org.junit.jupiter.api\n"
        "   x:servlet:jar:5:provided:/jars/servlet.jar\n"
    )
    environ = stand_in(tmp_path / "bin", "mvn", {"g+a.path": path, "g+a.list": listed})
    [module] = open_project(root, environ).modules
    assert module.class_path == (Path("/jars/gson.jar"), Path("/jars/servlet.jar"))
    assert module.test_path == (Path("/jars/junit-jupiter-api-5.10.2.jar"),)
    assert module.junit == 5


@needs_javac
def test_classes_that_are_up_to_date_are_not_compiled_again(tmp_path: Path) -> None:
    root = single(tmp_path / "project")
    environ = stand_in(tmp_path / "bin", "mvn", {"g+a.path": "", "g+a.list": ""})
    open_project(root, environ)
    assert " compile " not in (tmp_path / "bin/mvn.called").read_text()
    source = root / "src/main/java/p/One.java"
    later = source.stat().st_mtime + 100
    os.utime(source, (later, later))
    open_project(root, environ)
    assert " compile " in (tmp_path / "bin/mvn.called").read_text()


def test_sources_without_classes_are_stale(tmp_path: Path) -> None:
    write(tmp_path / "src/A.java", "")
    assert is_stale(tmp_path / "classes", (tmp_path / "src",))
    write(tmp_path / "classes/A.class", "")
    os.utime(tmp_path / "src/A.java", (1, 1))
    assert not is_stale(tmp_path / "classes", (tmp_path / "src",))


def test_a_failed_build_is_told_in_one_line(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root / "pom.xml", pom("a"))
    write(root / "src/main/java/p/One.java", ONE)
    output = (
        "[ERROR] COMPILATION ERROR : \n[ERROR] /x/One.java:[3,5] cannot find symbol\n[ERROR]   symbol: y\n"
        "[ERROR] Failed to execute goal compile: Compilation failure\n"
    )
    environ = stand_in(tmp_path / "bin", "mvn", {}, output, 1)
    with pytest.raises(ProjectError) as caught:
        open_project(root, environ)
    assert str(caught.value) == f"{root}: mvn failed: /x/One.java:[3,5] cannot find symbol"
    assert "[ERROR]   symbol: y" in caught.value.lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<project>", "pom.xml: this is not XML: "),
        (pom("a", "<modules><module>.</module></modules>"), "pom.xml: module . leads back to a folder"),
        (pom("a", "<modules><module>gone</module></modules>"), "pom.xml: No such file or directory"),
        (pom("a", "<packaging>pom</packaging>"), "no module has sources of Java"),
    ],
)
def test_poms_that_lead_nowhere(tmp_path: Path, text: str, message: str) -> None:
    write(tmp_path / "pom.xml", text)
    with pytest.raises(ProjectError) as caught:
        open_project(tmp_path, os.environ)
    assert message in str(caught.value)


@pytest.mark.parametrize(("build", "name"), [("pom.xml", "mvn"), ("build.gradle.kts", "gradle")])
def test_no_build_tool(tmp_path: Path, build: str, name: str) -> None:
    write(tmp_path / build, pom("a"))
    write(tmp_path / "src/main/java/p/One.java", ONE)
    with pytest.raises(ProjectError) as caught:
        open_project(tmp_path, {"PATH": str(tmp_path)})
    assert str(caught.value).endswith(f"there is no {name} on the PATH")


def test_the_place_of_sources_may_be_said(tmp_path: Path) -> None:
    root = tmp_path / "project"
    where = "<sourceDirectory>${project.basedir}/java</sourceDirectory><testSourceDirectory>t</testSourceDirectory>"
    write(root / "pom.xml", pom("a", f"<build>{where}<outputDirectory>out</outputDirectory></build>"))
    write(root / "java/p/One.java", ONE)
    write(root / "out/p/One.class", "")
    environ = stand_in(tmp_path / "bin", "mvn", {"g+a.path": "", "g+a.list": ""})
    [module] = open_project(root, environ).modules
    assert (module.sources, module.classes, module.test_root) == ((root / "java",), root / "out", root / "t")


# Gradle ---------------------------------------------------------------------------------------------------------------


@needs_gradle
def test_gradle_compiles_and_tells_its_source_sets(tmp_path: Path) -> None:
    write(tmp_path / "settings.gradle", "include 'a', 'b'\n")
    write(tmp_path / "build.gradle", "subprojects { apply plugin: 'java' }\n")
    write(tmp_path / "b/build.gradle", "sourceSets.main.compileClasspath += project(':a').sourceSets.main.output\n")
    write(tmp_path / "a/src/main/java/p/One.java", ONE)
    write(tmp_path / "b/src/main/java/q/Two.java", TWO)
    project = open_project(tmp_path, os.environ)
    assert [module_classes(module) for module in project.modules] == [("p.One", "p.One$Inner"), ("q.Beside", "q.Two")]
    assert tmp_path / "a/build/classes/java/main" in project.modules[1].class_path


def test_what_gradle_tells_becomes_a_module(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root / "settings.gradle", "")
    classes = write(root / "a/build/classes/java/main/p/One.class", "").parents[1]
    kotlin = write(root / "a/build/classes/kotlin/main/p/K.class", "").parents[1]
    jar = write(tmp_path / "gson.jar", "")
    junit = write(tmp_path / "junit-4.13.2.jar", "")
    told = {
        "folder": [root / "a"],
        "classes": [kotlin, classes],
        "sources": [root / "a/src/main/java"],
        "tests": [root / "a/src/test/java"],
        "path": [classes, jar, jar, tmp_path / "gone.jar"],
        "testpath": [root / "a/build/classes/java/test", jar, junit],
    }
    text = "\n".join(f"{what}\t{path}" for what, paths in told.items() for path in paths)
    elsewhere = f"folder\t{tmp_path / 'other'}\nclasses\t{classes}"
    environ = stand_in(tmp_path / "bin", "gradle", {"+a.txt": text, "+other.txt": elsewhere})
    expected = Module(
        name="a",
        folder=root / "a",
        classes=classes,
        sources=(root / "a/src/main/java",),
        test_root=root / "a/src/test/java",
        class_path=(kotlin, jar),
        junit=4,
        test_path=(junit,),
    )
    assert open_project(root, environ) == Project(root, "gradle", (expected,))


def test_a_failed_gradle_build_is_told_in_one_line(tmp_path: Path) -> None:
    root = write(tmp_path / "project/build.gradle", "").parent
    output = (
        "\nFAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/x/build.gradle' line: 2\n\n"
        "* What went wrong:\nCould not compile build file '/x/build.gradle'.\n> startup failed:\n\n* Try:\nRun -i\n"
    )
    environ = stand_in(tmp_path / "bin", "gradle", {}, output, 1)
    with pytest.raises(ProjectError) as caught:
        open_project(root, environ)
    explained = "Build file '/x/build.gradle' line: 2; Could not compile build file '/x/build.gradle'."
    assert str(caught.value) == f"{root}: gradle failed: {explained}"


def test_a_wrapper_goes_before_the_tool_on_the_path(tmp_path: Path) -> None:
    root = write(tmp_path / "build.gradle", "").parent
    stand_in(root, "gradlew", {}, "> by the wrapper", 1)
    with pytest.raises(ProjectError, match="gradlew failed: by the wrapper"):
        open_project(root, stand_in(tmp_path / "bin", "gradle", {}))


# What is a project, and which JUnit -----------------------------------------------------------------------------------


def test_a_folder_of_classes_is_no_project(tmp_path: Path) -> None:
    write(tmp_path / "p/One.class", "")
    assert not is_project(tmp_path)
    with pytest.raises(ProjectError, match=r"no pom\.xml, build\.gradle or settings\.gradle here"):
        open_project(tmp_path, os.environ)
    write(tmp_path / "settings.gradle.kts", "")
    assert is_project(tmp_path)
    assert not is_project(tmp_path / "gone")


@pytest.mark.parametrize(
    ("jars", "version"),
    [
        (("junit-4.13.2.jar", "hamcrest-core-1.3.jar"), 4),
        (("junit4.jar",), 4),
        (("junit-4.12.jar", "junit-jupiter-api-5.9.0.jar"), 5),
        (("junit-3.8.1.jar",), None),
        (("junit-platform-commons-1.9.0.jar",), None),
        ((), None),
    ],
)
def test_the_junit_of_a_class_path(jars: tuple[str, ...], version: int | None) -> None:
    assert junit_on(map(Path, jars)) == version


# What changed ---------------------------------------------------------------------------------------------------------
