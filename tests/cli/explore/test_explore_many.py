"""`explore` on more than one class: folders of sources and of classes, jars, packages, the JDK, projects."""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from cli_runner import symheap

from symheap.lang.java.world import World
from symheap.report.explore.explored import Explored
from symheap.report.explore.explored import Path as ExploredPath
from symheap.session.explore import ExploreListener, ExploreRequest, ExploreResult, explore
from symheap.session.kept.keeping import UNKEPT
from symheap.session.settings import Settings
from symheap.session.subjects import Subjects
from symheap.session.watching import Alone
from symheap.store.records import KeptPath
from symheap.testgen.reach.rank import Reachability
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

CART = """package shop;

import shop.money.Price;

public class Cart {
    private Price first;

    public void put(Price price) { first = price; }

    public int total() { return first.cents() + 1; }

    private int hidden() { return 1; }

    private static class Secret { int told() { return 2; } }

    public interface Listener { void changed(); }
}
"""
PRICE = """package shop.money;

public class Price {
    private final int cents;

    public Price(int cents) { this.cents = cents; }

    public int cents() { return cents; }

    public int share(int people) { return cents / people; }
}
"""
METHODS = ["shop.Cart::put(Price)", "shop.Cart::total()", "shop.money.Price::cents()", "shop.money.Price::share(int)"]


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shop as a folder of sources, of classes, and as a jar."""
    made = tmp_path_factory.mktemp("shop")
    sources = write(made / "src", {"shop/Cart.java": CART, "shop/money/Price.java": PRICE})
    jdk = some_jdk()
    assert jdk is not None
    subprocess.run([jdk.javac(), "-g", "-d", made / "classes", *sources.rglob("*.java")], check=True)
    with zipfile.ZipFile(made / "shop.jar", "w") as jar:
        for file in sorted((made / "classes").rglob("*.class")):
            jar.write(file, file.relative_to(made / "classes").as_posix())
    return made


def explored(target: str, folder: Path, status: int = 1, *more: str) -> dict[str, Any]:
    result = symheap("explore", target, "--format", "json", "-q", *more, folder=folder)
    assert (result.status, result.err) == (status, "")
    document: dict[str, Any] = json.loads(result.out)
    return document


@pytest.mark.parametrize("path", ["src", "classes", "shop.jar"])
def test_all_that_a_user_would_call_is_explored(path: str, folder: Path) -> None:
    document = explored(path, folder)
    assert [each["target"] for each in document["methods"]] == [f"{path}::{name}" for name in METHODS]
    assert (document["complete"], document["skipped"]) == (True, [])


@pytest.mark.parametrize("package", ["shop.money", "shop.money.*", "shop.money.**"])
def test_a_package_is_named_with_and_without_a_star(package: str, folder: Path) -> None:
    document = explored(f"shop.jar::{package}", folder)
    assert [each["target"] for each in document["methods"]] == [f"shop.jar::{name}" for name in METHODS[2:]]


def test_two_stars_are_the_packages_below_as_well(folder: Path) -> None:
    assert len(explored("src::shop.*", folder)["methods"]) == 2
    assert len(explored("src::shop.**", folder)["methods"]) == 4


def test_a_class_of_a_folder_of_sources_can_be_named(folder: Path) -> None:
    assert explored("src::Price::share", folder)["paths"] == 2
    assert len(explored("src::shop.Cart", folder)["methods"]) == 2


def test_classes_have_headings_and_all_of_them_one_total(folder: Path) -> None:
    out = symheap("explore", "src", folder=folder).out
    headings = [line for line in out.splitlines() if line.startswith(("=== src", "---"))]
    assert headings[:3] == ["=== src::shop.Cart", "--- put(Price)", "--- total()"]
    assert headings[3:] == ["=== src::shop.money.Price", "--- cents()", "--- share(int)"]
    assert out.count("total: 4 methods") == 1
    assert f"{os.path.join('src', 'shop', 'money', 'Price.java')}:10: error: " in out


def test_bugs_of_several_classes_have_headings_and_each_is_told_once(folder: Path) -> None:
    result = symheap("explore", "src", "-q", folder=folder)
    assert result.status == 1
    assert [line for line in result.out.splitlines() if line.startswith("===")] == [
        "=== shop.Cart",
        "=== shop.money.Price",
    ]
    assert result.out.count("Price.java:10: error: ") == 1
    assert result.out.endswith("4 methods explored, each to its end\n")


def test_a_source_that_does_not_compile_is_named_and_the_rest_is_explored(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "src", tmp_path / "src")
    write(
        tmp_path / "src",
        {
            "shop/Broken.java": "package shop;\nclass Broken { int f( { }\n",
            "shop/Needs.java": "package shop;\n\nclass Needs { Broken b; int g() { return 1; } }\n",
        },
    )
    document = explored("src", tmp_path)
    assert [each["target"] for each in document["methods"]] == [f"src::{name}" for name in METHODS]
    assert not document["complete"]
    broken, needs = document["skipped"]
    assert broken.startswith("src/shop/Broken.java:2:23: error: ")
    assert needs == "src/shop/Needs.java:3:15: error: cannot find symbol: class Broken"
    assert explored("src::shop.money", tmp_path)["skipped"] == []
    refused = symheap("explore", "src::Broken", folder=tmp_path)
    assert (refused.status, refused.err.partition(" error: ")[0]) == (2, "src/shop/Broken.java:2:23:")


def test_programs_in_one_folder_may_declare_the_same_class(tmp_path: Path) -> None:
    for name, kind in (("A", "int"), ("B", "long")):
        write(
            tmp_path, {f"{name}.java": f"class {name} {{ {kind} f(N n) {{ return n.v; }} }}\nclass N {{ {kind} v; }}\n"}
        )
    document = explored(".", tmp_path, 3)
    assert [each["target"] for each in document["methods"]] == ["A.java::A::f(N)", "B.java::B::f(N)"]
    assert document["skipped"] == []
    assert [len(each["results"]) for each in document["methods"]] == [2, 2]


def test_versions_of_a_class_in_one_folder_are_explored_each(tmp_path: Path) -> None:
    for name, divisor in (("old", "n"), ("new", "7")):
        write(tmp_path, {f"{name}/A.java": f"public class A {{ public int f(int n) {{ return 1 / {divisor}; }} }}\n"})
    document = explored(".", tmp_path)
    assert [each["target"] for each in document["methods"]] == ["new/A.java::A::f(int)", "old/A.java::A::f(int)"]
    assert [each["paths"] for each in document["methods"]] == [1, 2]
    assert [each["place"] for each in document["findings"]] == ["old/A.java:1"]
    refused = symheap("explore", ".::A", folder=tmp_path)
    assert refused.err == ".: error: there are several classes A: name one of new/A.java, old/A.java\n"


def test_a_source_beside_classes_that_has_no_class_is_named(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "classes", tmp_path / "classes")
    write(tmp_path / "classes", {"shop/New.java": "package shop; class New { int f() { return 1; } }"})
    document = explored("classes", tmp_path)
    assert len(document["methods"]) == 4
    assert document["skipped"] == [
        "classes/shop/New.java: error: has no class in classes, which is taken for a folder of classes"
    ]


def test_a_class_that_cannot_be_loaded_is_named(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "classes", tmp_path / "classes")
    (tmp_path / "classes" / "shop" / "Torn.class").write_bytes(b"\xca\xfe\xba\xbe")
    document = explored("classes", tmp_path)
    assert len(document["methods"]) == 4
    assert [each.partition(": error:")[0] for each in document["skipped"]] == ["classes::shop.Torn"]


def test_folders_of_classes_below_a_folder_are_found(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "classes", tmp_path / "out" / "production")
    document = explored("out", tmp_path)
    assert document["methods"][0]["target"] == "out/production::shop.Cart::put(Price)"


def test_a_package_of_the_jdk(folder: Path) -> None:
    result = symheap("explore", "jrt:java.util.function", "--max-traces", "1", "--format", "json", "-q", folder=folder)
    assert result.status in (0, 3)
    names = [each["target"] for each in json.loads(result.out)["methods"]]
    assert "jrt:java.util.function.BiFunction::andThen(Function)" in names
    assert all(name.startswith("jrt:java.util.function.") for name in names)


def test_a_run_over_many_classes_is_kept_shown_and_resumed(folder: Path) -> None:
    first = symheap("explore", "shop.jar", "--max-traces", "1", folder=folder)
    assert first.out.count("stopped by max-traces") >= 2
    shown = symheap("show", "last", "--format", "text", folder=folder)
    assert [line for line in shown.out.splitlines() if line.startswith("=== ")] == [
        f"=== shop.jar::{name}" for name in METHODS
    ]
    resumed = symheap("resume", "last", "-q", folder=folder)
    assert resumed.status == 1
    assert "total: 4 methods, 6 paths" in resumed.out


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("nothing", "nothing: error: there are no Java classes, sources or builds in this folder"),
        ("empty.jar", "empty.jar: error: there are no classes here"),
        ("shop.jar::shp", "shop.jar: error: there is no class or package shp"),
        ("shop.jar::shop.none.*", "shop.jar: error: there is no class or package shop.none.*"),
        ("jrt:java.utl.*", "jrt:java.utl.*: error: the JDK has no class java.utl.*"),
    ],
)
def test_what_has_no_classes_is_refused_in_one_line(target: str, reason: str, folder: Path) -> None:
    (folder / "nothing").mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / "empty.jar", "w") as jar:
        jar.writestr("read.me", "nothing")
    result = symheap("explore", target, folder=folder)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith(reason)


@pytest.mark.skipif(shutil.which("mvn") is None, reason="mvn is not installed")
@pytest.mark.slow
def test_a_maven_project_with_modules(tmp_path: Path) -> None:
    versions = "".join(f"<maven.compiler.{each}>11</maven.compiler.{each}>" for each in ("source", "target"))
    head = "<project><modelVersion>4.0.0</modelVersion>"
    parent = "<parent><groupId>g</groupId><artifactId>all</artifactId><version>1</version></parent>"
    own = "<dependency><groupId>g</groupId><artifactId>money</artifactId><version>1</version></dependency>"
    needs = f"<dependencies>{own}</dependencies>"
    write(
        tmp_path,
        {
            "p/pom.xml": f"{head}<groupId>g</groupId><artifactId>all</artifactId><version>1</version>"
            f"<packaging>pom</packaging><properties>{versions}</properties>"
            "<modules><module>money</module><module>cart</module></modules></project>",
            "p/money/pom.xml": f"{head}{parent}<artifactId>money</artifactId></project>",
            "p/cart/pom.xml": f"{head}{parent}<artifactId>cart</artifactId>{needs}</project>",
            "p/money/src/main/java/shop/money/Price.java": PRICE,
            "p/cart/src/main/java/shop/Cart.java": CART,
        },
    )
    result = symheap("explore", "p", "--format", "json", folder=tmp_path)
    if result.status == 2 and "mvn failed" in result.err:
        pytest.skip(result.err)
    targets = [each["target"] for each in json.loads(result.out)["methods"]]
    places = ("money", "money", "cart", "cart")
    names = (*METHODS[2:], *METHODS[:2])
    assert targets == [f"p/{place}::{name}" for place, name in zip(places, names, strict=True)]
    assert symheap("explore", "p::shop.Cart::total", "-q", folder=tmp_path).status == 1


# Memory ---------------------------------------------------------------------------------------------------------------


def alive(kind: type) -> int:
    gc.collect()
    return sum(isinstance(each, kind) for each in gc.get_objects())


class Counting:
    """Counts how many worlds are in memory while classes are explored."""

    def __init__(self) -> None:
        self.worlds: list[int] = []
        self.methods = 0

    def listener(self, subjects: Subjects) -> ExploreListener:
        return self

    def begin(self, run: Explored) -> None:
        self.worlds.append(alive(World))

    def add(self, record: KeptPath, path: ExploredPath | None) -> None:
        pass

    def pause(self) -> None:
        pass

    def end(self, run: Explored) -> None:
        self.methods += 1

    def close(self, result: ExploreResult) -> None:
        assert len(result.runs) == self.methods


@pytest.fixture
def many(tmp_path: Path) -> Path:
    text = "class C{0} {{ C{0} next; int at(int[] a, int i) {{ return next == null ? a[i] : next.at(a, i - 1); }} }}"
    return write(tmp_path, {f"C{number}.java": text.format(number) for number in range(12)})


def test_the_memory_of_a_class_is_left_behind_with_it(many: Path) -> None:
    before, counting = alive(World), Counting()
    settings = Settings(max_calls=2, max_loop=2, jobs=1)
    explore(ExploreRequest(str(many), settings, UNKEPT), counting, Alone())
    assert counting.methods == 12
    assert max(counting.worlds) - before <= 4
    assert counting.worlds[-1] <= counting.worlds[4] + 1


@pytest.mark.slow
def test_so_is_what_the_search_for_bugs_knows_of_a_class(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    search = Reachability.search

    def counted(self: Reachability) -> None:
        seen.append(alive(Reachability))
        search(self)

    monkeypatch.setattr(Reachability, "search", counted)
    counting = Counting()
    explore(ExploreRequest(str(many), Settings(max_calls=2, max_loop=2, jobs=1), UNKEPT), counting, Alone())
    assert counting.methods == 12
    assert len(seen) >= 12
    assert max(seen) <= 2
