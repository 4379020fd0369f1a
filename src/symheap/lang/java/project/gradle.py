"""Gradle projects: an init script makes the build print its source sets, after it has compiled them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from symheap.lang.java.project.build_tool import run, tool
from symheap.lang.java.project.modules import Module, Project, ProjectError, Tell, junit_on

BUILDS: Final = ("build.gradle", "build.gradle.kts")
SETTINGS: Final = ("settings.gradle", "settings.gradle.kts")
_TASK: Final = "symheapSourceSets"
_OPTIONS: Final = ("-q", "--console=plain", "-Dorg.gradle.configuration-cache=false")
"""The task reads source sets while it runs, which the configuration cache does not allow."""

SCRIPT: Final = """
allprojects { each ->
    each.afterEvaluate {
        if (!each.plugins.hasPlugin('java')) { return }
        each.tasks.create('symheapSourceSets') { task ->
            def main = each.sourceSets.main
            def test = each.sourceSets.test
            task.dependsOn main.runtimeClasspath
            task.doLast {
                def lines = []
                def tell = { String what, files -> files.each { lines << (what + '\\t' + it.absolutePath) } }
                tell('folder', [each.projectDir])
                tell('classes', main.output.classesDirs)
                tell('resources', [main.output.resourcesDir].findAll { it != null })
                tell('sources', main.java.srcDirs)
                tell('tests', test.java.srcDirs)
                tell('path', main.runtimeClasspath)
                tell('path', main.compileClasspath)
                tell('testpath', test.runtimeClasspath)
                def name = each.path.replace(':', '+') + '.txt'
                new File(System.getProperty('symheap.output'), name).setText(lines.join('\\n'), 'UTF-8')
            }
        }
    }
}
"""
"""Works with all versions since 4: tasks are made with ``create``, although later versions prefer ``register``."""


def open_gradle(root: Path, environ: Mapping[str, str], tell: Tell) -> Project:
    """Build the projects at or below the folder that have the Java plugin, and return them."""
    client = tool(_wrapper_folder(root), "gradlew", "gradle", environ)
    with tempfile.TemporaryDirectory(prefix="symheap-gradle-") as folder:
        script = Path(folder, "init.gradle")
        script.write_text(SCRIPT, encoding="utf-8")
        tell(f"gradle classes in {root}")
        run([client, *_OPTIONS, f"-Dsymheap.output={folder}", "-I", str(script), _TASK], root, environ)
        told = [_told(file) for file in sorted(Path(folder).glob("*.txt"))]
    modules = tuple(module for each in told if (module := _module(root, each)) is not None)
    if not modules:
        raise ProjectError(f"{root}: no project of the build has sources of Java")
    return Project(root, "gradle", modules)


def _wrapper_folder(root: Path) -> Path:
    """Return the folder of the wrapper, which is next to the settings, in the folder or above it."""
    return next((each for each in (root, *root.parents) if (each / "gradlew").is_file()), root)


def _told(file: Path) -> dict[str, list[Path]]:
    told: dict[str, list[Path]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        what, _, path = line.partition("\t")
        told.setdefault(what, []).append(Path(path))
    return told


def _module(root: Path, told: Mapping[str, list[Path]]) -> Module | None:
    """Return a module; None for a project without classes. Other languages and resources are on the class path."""
    [folder] = told["folder"]
    compiled = [each for each in told.get("classes", ()) if each.is_dir()]
    if not compiled or not folder.is_relative_to(root):
        return None
    classes = next((each for each in compiled if each.parent.name == "java"), compiled[0])
    path = dict.fromkeys((*compiled, *told.get("resources", ()), *told.get("path", ())))
    for_tests = (entry for entry in told.get("testpath", ()) if entry not in path and entry.is_file())
    return Module(
        name=os.path.relpath(folder, root),
        folder=folder,
        classes=classes,
        sources=tuple(told.get("sources", ())),
        test_root=next(iter(told.get("tests", ())), folder / "src" / "test" / "java"),
        class_path=tuple(entry for entry in path if entry != classes and entry.exists()),
        junit=junit_on(told.get("testpath", ())),
        test_path=tuple(for_tests),
    )
