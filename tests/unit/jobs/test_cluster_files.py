"""A worker of a cluster, without a network: files by content, paths there and back, units in turn."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from symheap.core.deadline import NEVER, Deadline
from symheap.jobs.cluster.address import ClusterError, check_address
from symheap.jobs.cluster.far import FarUnit, FarWork, do_units, stop_run
from symheap.jobs.cluster.travel import Arrivals, came_back, packed
from symheap.jobs.working import Calling, Kind
from symheap.lang.java.files.folder import Folder

pytest.importorskip("distributed", reason="Dask is not installed: pip install distributed")

from symheap.jobs.cluster.parcels import parcel
from symheap.jobs.cluster.pool import _baggage

VERSIONS = {"symheap": "1", "z3": "2"}


def known_versions() -> dict[str, str]:
    return VERSIONS


def reading(unit: Any, calling: Calling) -> None:
    """Send the text of a file and its name, or fail, or wait to be stopped."""
    if unit == "fails":
        raise ValueError(f"{os.getcwd()}/it")
    if unit == "stops itself":
        calling.interrupt.stop()
        calling.interrupt.call(lambda: pytest.fail("work goes on"))
    else:
        calling.send((unit.read_text(), str(unit.absolute())))


class Reading:
    """Work that names a class folder."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder

    def __call__(self, unit: Any, calling: Calling) -> None:
        calling.send((self.folder.label, self.folder.has("notes.txt"), [*self.folder.names()]))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory of a client, with a file, beside a class folder; the workers have a cache elsewhere."""
    client = tmp_path / "client"
    (client / "classes").mkdir(parents=True)
    (client / "classes" / "notes.txt").write_text("a resource")
    (client / "classes" / "A.class").write_bytes(b"a class")
    (client / "here").mkdir()
    (client / "here" / "one.txt").write_text("first")
    monkeypatch.chdir(client / "here")
    monkeypatch.setenv("SYMHEAP_CACHE", str(tmp_path / "cache"))
    return client


def done(work: Any, units: list[Any], files: list[str], place: Path, versions: dict[str, str] = VERSIONS) -> list[Any]:
    """Do units as a worker does them whose client has removed its files."""
    parcels, mission = _baggage("symheap-run-test", FarWork(work, versions, known_versions), files)
    place.rename(place.parent / "gone")
    (place / "here").mkdir(parents=True)
    os.chdir(place / "here")
    worker = SimpleNamespace(local_directory=str(place.parent / "worker"))
    for each in parcels:
        each.setup(worker)
    mission.setup(worker)
    try:
        content, _ = packed([*enumerate(units)])
        ended: list[FarUnit] = came_back(do_units("symheap-run-test", 0, content))
        return ended
    finally:
        mission.teardown(worker)
        assert not any((place.parent / "worker").iterdir())


@pytest.mark.parametrize("is_absolute", [False, True])
def test_files_are_where_the_client_has_them(is_absolute: bool, place: Path) -> None:
    name = str(place / "here" / "one.txt") if is_absolute else "one.txt"
    [ended] = done(reading, [Path(name)], [name], place)
    assert ended.sent == [("first", str(place / "here" / "one.txt"))]
    assert ended.end.kind is Kind.DONE


@pytest.mark.parametrize("is_absolute", [False, True])
def test_a_class_folder_is_opened_on_the_worker(is_absolute: bool, place: Path) -> None:
    name = str(place / "classes") if is_absolute else os.path.join("..", "classes")
    [ended] = done(Reading(Folder(Path(name))), [0], [], place)
    assert ended.sent == [(name, True, ["A"])]


def test_a_parcel_is_written_once_and_named_by_its_content(place: Path) -> None:
    files = [place / "classes" / name for name in ("A.class", "notes.txt")]
    one = parcel(str(place / "classes"), files)
    assert parcel(str(place / "classes"), reversed(files)).name == one.name
    one.setup(None)
    [folder] = (place.parent / "cache" / "parcels").iterdir()
    before = (folder / "A.class").stat()
    one.setup(None)
    assert (folder / "A.class").stat().st_ino == before.st_ino
    files[0].write_bytes(b"another")
    assert parcel(str(place / "classes"), files).name != one.name


def test_an_error_ends_its_unit_alone_and_names_the_paths_of_the_client(place: Path) -> None:
    failed, fine = done(reading, ["fails", Path("one.txt")], ["one.txt"], place)
    assert failed.end.kind is Kind.FAILED
    assert str(failed.end.content) == f"{place}/here/it"
    assert fine.end.kind is Kind.DONE


def test_units_of_a_generation_that_is_stopped_are_not_begun(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopping(unit: Any, calling: Calling) -> None:
        calling.send(unit)
        stop_run("symheap-run-test", 0)
        assert calling.interrupt.seen

    monkeypatch.setattr(f"{__name__}.Reading.__call__", lambda self, unit, calling: stopping(unit, calling))
    [only] = done(Reading(Folder(place / "classes")), [1, 2, 3], [], place)
    assert only.sent == [1]


def test_an_interrupt_ends_the_work_of_a_thread(place: Path) -> None:
    [ended] = done(reading, ["stops itself"], [], place)
    assert ended.end.kind is Kind.DONE


def test_a_worker_with_other_versions_is_refused(place: Path) -> None:
    with pytest.raises(Exception, match="a worker has version 2 of z3, this machine 3"):
        done(reading, ["fails"], [], place, {"symheap": "1", "z3": "3"})


def test_texts_that_do_not_name_files_of_the_run_stay(tmp_path: Path) -> None:
    arrivals = Arrivals(tmp_path, ["/jdk"], ["/src", "/src/A.java"])
    content, _ = packed(["/src/A.java::f", "/src/B.java", "/jdk/lib", "/jdk2", "/", Path("/src"), "src"])
    here = [
        f"{tmp_path}/src/A.java::f",
        "/src/B.java",
        f"{tmp_path}/jdk/lib",
        "/jdk2",
        "/",
        Path(f"{tmp_path}/src"),
        "src",
    ]
    assert arrivals.unpacked(content) == here


def test_deadlines_travel_as_times_of_day() -> None:
    content, _ = packed((Deadline.after(50), NEVER))
    deadline, never = Arrivals(Path("/none"), (), ()).unpacked(content)
    assert 49 < deadline.left <= 50
    assert never == NEVER


@pytest.mark.parametrize(
    "address", ["tls://node1:8786", "tcp://127.0.0.1:8786", "localhost:8786", "tcp://[::1]:8786", "127.1.2.3:1"]
)
def test_addresses_that_are_used(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize(
    "address",
    ["node1:8786", "tcp://10.0.0.7:8786", "tcp://0.0.0.0:8786", "tcp://localhost.example.org:8786", "::2:8786"],
)
def test_another_machine_needs_certificates(address: str) -> None:
    with pytest.raises(ClusterError):
        check_address(address)


@pytest.mark.parametrize(
    "address", ["", "node1", "tls://node1", "http://127.0.0.1:80", "tls://a@b:1", "tls://b:1/x", "://b:1"]
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(ClusterError, match="is no address of a scheduler"):
        check_address(address)
