"""The method that a name means if a class has several bodies with the same parameters."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from native_calls import jdks

from symheap.lang.java.entry import load
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import TargetError

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

SOURCE = """
class Base { Object part() { return null; } }
interface Parted { Object part(); }
class Own extends Base implements Cloneable {
    @Override protected Own clone() { return this; }
    @Override String part() { return ""; }
}
class Below extends Own {}
abstract class Bare implements Cloneable { @Override public abstract Bare clone(); }
abstract class Public { public String part() { return ""; } }
class Joined extends Public implements Parted {}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("located")
    (made / "Own.java").write_text(SOURCE)
    subprocess.run([str(jdks()[0].javac()), "-proc:none", "-d", str(made), str(made / "Own.java")], check=True)
    return made


def located(folder: Path, target: str) -> str:
    options = JavaOptions(jdk=str(jdks()[0].home), environ=os.environ)
    return str(load(f"{folder}::{target}", options).subject.method)


@pytest.mark.parametrize(
    ("target", "method"),
    [
        ("Own::clone()", "Own.clone()LOwn;"),
        ("Own::part", "Own.part()Ljava/lang/String;"),
        ("Below::clone", "Own.clone()LOwn;"),
        ("Base::part", "Base.part()Ljava/lang/Object;"),
        ("Joined::part", "Public.part()Ljava/lang/String;"),
    ],
)
def test_the_one_that_the_source_declares_is_meant(folder: Path, target: str, method: str) -> None:
    assert located(folder, target) == method


def test_what_is_abstract_hides_the_body_above_it(folder: Path) -> None:
    with pytest.raises(TargetError, match="has no body"):
        located(folder, "Bare::clone()")
