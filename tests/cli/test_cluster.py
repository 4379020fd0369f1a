"""`--cluster`: the results of one job, from a scheduler and two workers in processes of their own, over TLS."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")
pytest.importorskip("cryptography", reason="cryptography is not installed")

from cli_runner import symheap

from symheap_testing.dask_cluster import DaskCluster, certificates, dask_cluster
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SHARE: Final = """package shop;

public class Share%d {
    private final int cents;
    public Share%d(int cents) { this.cents = cents; }
    public int each(int people) { return cents / people; }
    public int at(int[] weights, int index) { return weights[index] / cents; }
    public boolean same(Object other) { return ((Share%d) other).cents == cents; }
}
"""
TWICE: Final = """#include <stdlib.h>
#include "cell.h"
int main(void) { struct cell *p = malloc(sizeof *p); free(p); free(p); return 0; }
"""
SAFE: Final = """#include <stdlib.h>
#include "cell.h"
int main(void) { struct cell *p = malloc(sizeof *p); if (p) p->item = 1; free(p); return 0; }
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path_factory.mktemp("cluster")) as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three classes, one of which does not compile, as sources and as a jar; and C files with a header."""
    made = tmp_path_factory.mktemp("shop")
    source = made / "src" / "shop"
    source.mkdir(parents=True)
    for number in range(2):
        (source / f"Share{number}.java").write_text(SHARE.replace("%d", str(number)))
    jdk = some_jdk()
    assert jdk is not None
    subprocess.run([jdk.javac(), "-g", "-d", made / "classes", *source.glob("*.java")], check=True)
    with zipfile.ZipFile(made / "shop.jar", "w") as jar:
        for file in sorted((made / "classes").rglob("*.class")):
            jar.write(file, file.relative_to(made / "classes").as_posix())
    (source / "Broken.java").write_text("package shop;\nclass Broken { int f( { }\n")
    (made / "c").mkdir()
    for name, text in (("cell.h", "struct cell { int item; };\n"), ("a.c", TWICE), ("b.c", SAFE)):
        (made / "c" / name).write_text(text)
    return made


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "symheap", *arguments]
    runs = {"SYMHEAP_RUNS": str(folder / "runs")}
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={**os.environ, **runs, **environment}
    )


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key not in ("seconds", "spent")}
    return [*map(timeless, value)] if isinstance(value, list) else value


PARTS: Final = ("--with", "condition,smt2,inputs,branches")
COMMANDS: Final = {
    "sources": ("explore", "src", *PARTS, "--timeout", "900"),
    "absolute": ("explore", "{folder}/shop.jar", *PARTS, "--timeout", "900"),
    "laws": ("check", "shop.jar::shop.Share1", "--max-heaps", "200", "--timeout", "900"),
    "proofs": ("prove", "c", "--timeout", "900"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_documents_are_those_of_one_job(name: str, cluster: DaskCluster, folder: Path) -> None:
    arguments = [each.replace("{folder}", str(folder)) for each in COMMANDS[name]]
    one = run(folder, *arguments, "--format", "json", "-q", "--jobs", "1")
    far = run(folder, *arguments, "--format", "json", "-q", "--cluster", cluster.address, **cluster.environment)
    assert (far.returncode, far.stderr) == (one.returncode, one.stderr)
    assert timeless(json.loads(far.stdout)) == timeless(json.loads(one.stdout))
    assert str(cluster.cache.parent) not in far.stdout


def test_killed_workers_change_nothing(cluster: DaskCluster, folder: Path) -> None:
    """A worker is killed as soon as there is one with files of the run, and again a while later."""
    arguments = ("explore", "shop.jar", "--format", "json", "-q", "--timeout", "900")
    one = run(folder, *arguments, "--jobs", "1")
    ended, killed = threading.Event(), list[bool]()

    def kill() -> None:
        while not ended.wait(0.2) and len(killed) < 2:
            if [*cluster.cache.parent.glob("worker*/dask-scratch-space/*/symheap-run-*")]:
                killed.append(cluster.kill_worker(len(killed)))
                ended.wait(5)

    killing = threading.Thread(target=kill)
    killing.start()
    try:
        far = run(folder, *arguments, "--cluster", cluster.address, **cluster.environment)
    finally:
        ended.set()
        killing.join()
    assert any(killed)
    assert (far.returncode, far.stderr) == (one.returncode, one.stderr)
    assert timeless(json.loads(far.stdout)) == timeless(json.loads(one.stdout))


def test_certificates_of_another_authority_are_refused(cluster: DaskCluster, folder: Path) -> None:
    others = certificates(folder / "others", "another-ca")
    far = run(folder, "explore", "shop.jar", "-q", "--cluster", cluster.address, "--timeout", "900", **others)
    assert far.returncode == 2
    assert far.stderr.startswith(f"symheap: error: --cluster: {cluster.address} cannot be reached: ")
    assert not far.stdout


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--cluster", "tcp://node1:8786"), "is on another machine, where only tls:// is used"),
        (("--cluster", "tls://node1:8786"), "needs certificates: set DASK_DISTRIBUTED__COMM__TLS__CA_FILE"),
        (("--cluster", "node1"), "is no address of a scheduler"),
        (("--cluster", "tls://node1:8786", "--jobs", "2"), "--jobs is for this machine"),
        (("--cluster", "tls://node1:8786", "--memory", "500"), "--memory is for this machine"),
        (("--cluster", "tls://node1:8786", "--smt2", "out"), "--smt2 writes files on this machine"),
    ],
)
def test_wrong_use_is_refused(options: tuple[str, ...], reason: str, folder: Path) -> None:
    result = symheap("explore", "shop.jar", "-q", *options, folder=folder)
    assert (result.status, result.out) == (2, "")
    assert result.err.count(reason) == 1
    assert len(result.err.splitlines()) == 1
