"""Addresses: their content, and that no name escapes the folder of runs or its text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from serve_client import TOKEN, Client, make_run, path, serving

from symheap.store.file import RunFile
from symheap.store.records import RunState

HOSTILE = "<script>alert(1)</script>\"'&\u202e\u2028\x00\x1b[31m" + "x" * 10_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "runs"
    make_run(found)
    return found


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    with serving(folder) as found:
        yield found


def test_the_list_names_each_run_and_leads_to_it(client: Client) -> None:
    got = client.get(f"/{TOKEN}/")
    assert got.headers["Content-Type"] == "text/html; charset=utf-8"
    [data] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', got.text)
    [run] = json.loads(data)["runs"]
    assert (run["name"], run["target"], run["state"], run["results"]) == ("a", "swap.jl", "finished", 2)
    assert json.loads(client.get("/api/runs").text)["runs"] == [run]


def test_a_list_of_nothing_is_a_list(tmp_path: Path) -> None:
    with serving(tmp_path / "none") as client:
        assert json.loads(client.get("/api/runs").text) == {"runs": [], "problems": []}
        assert client.get(f"/{TOKEN}/").status == 200


def test_what_is_no_run_is_told_of(folder: Path, client: Client) -> None:
    (folder / "b.run").write_bytes(b"nonsense")
    document = json.loads(client.get("/api/runs").text)
    assert [run["name"] for run in document["runs"]] == ["a"]
    assert len(document["problems"]) == 1
    assert client.get("/api/run/b").status == 503


def test_the_page_of_a_run_follows_it(client: Client) -> None:
    page = client.get(f"/{TOKEN}/run/a")
    assert page.status == 200
    assert '<meta name="symheap-live" content="/api/run/a">' in page.text
    assert f'<meta name="symheap-token" content="{TOKEN}">' in page.text
    assert "connect-src 'self'" in page.headers["Content-Security-Policy"]


def test_a_report_is_a_file_to_keep_without_the_token(client: Client) -> None:
    report = client.get(f"/{TOKEN}/report/a.html")
    assert report.headers["Content-Disposition"] == 'attachment; filename="a.html"'
    assert "<!doctype html>" in report.text
    assert TOKEN not in report.text
    assert "symheap-live" not in report.text.partition("<script")[0]


def test_news_are_the_paths_that_the_page_does_not_hold(folder: Path, client: Client) -> None:
    first = json.loads(client.get("/api/run/a").text)
    assert [each["id"] for each in first["subjects"][0]["paths"]] == ["0", "1"]
    assert first["subjects"][0]["paths"][0]["brief"] is True
    assert first["headline"]["style"] == "good"
    with RunFile.open(folder / "a.run") as run:
        run.add_path(1, path(2, style="bad", ending="null dereference"))
        run.stand(RunState.FINISHED, 1)
    second = json.loads(client.get("/api/run/a?subject=1&since=2").text)
    assert [each["id"] for each in second["subjects"][0]["paths"]] == ["2"]
    third = json.loads(client.get("/api/run/a?subject=1&since=3").text)
    assert third["subjects"][0]["paths"] == []


def test_what_is_large_about_a_path_comes_to_who_looks_at_it(client: Client) -> None:
    heaps = json.loads(client.get("/api/run/a/path/1/1").text)
    assert [node["shape"] for node in heaps["input"]["nodes"]] == ["reference"]
    assert (heaps["final"], heaps["smt2"], heaps["text"]) == (None, "true", "path\n")
    for target in ("1/2", "2/0", "1/-1", "1/x", "x/1", "1/", "1"):
        assert client.get(f"/api/run/a/path/{target}").status == 404


@pytest.mark.parametrize("since", ["-1", "x", "1.5.", "1e9", "9" * 50, "0x1", "1 2", "٣", "1-g"])
def test_what_is_no_number_is_refused(client: Client, since: str) -> None:
    assert client.get(f"/api/run/a?since={quote(since)}").status == 400
    assert client.get(f"/api/run/a?since=0&subject={quote(since)}").status == 400
    assert client.get("/api/run/a?since=0&since=1").status == 400


@pytest.mark.parametrize(
    "target",
    [
        f"/{TOKEN}",
        f"/{TOKEN}/nothing",
        f"/{TOKEN}/run/",
        f"/{TOKEN}/run/b",
        f"/{TOKEN}/run/a/",
        f"/{TOKEN}//run/a",
        f"/{TOKEN}/report/a",
        f"/{TOKEN}/report/b.html",
        "/api",
        "/api/",
        "/api/run/",
        "/api/run/b",
        "/api/run/a/other",
    ],
)
def test_an_address_that_is_none_is_told_nothing_about(client: Client, target: str) -> None:
    got = client.get(target)
    assert (got.status, got.body) == (404, b"Not Found\n")


NAMES = ["../secret", "..", ".", "../runs/a", "/etc/passwd", "a\x00", "a.run", "%2e%2e/secret", "\\..\\a", "*", "?"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", ["/api/run/{}", "/" + TOKEN + "/run/{}", "/" + TOKEN + "/report/{}.html"])
def test_no_name_leads_out_of_the_folder(folder: Path, client: Client, place: str, name: str) -> None:
    make_run(folder.parent, "secret")
    for written in (
        name.replace("\x00", "%00").replace("?", "%3f"),
        quote(name, safe=""),
        quote(quote(name, safe=""), safe=""),
    ):
        assert client.get(place.format(written)).status == 404


def test_no_link_is_a_run_that_is_none(folder: Path, client: Client) -> None:
    (folder / "passwd.run").symlink_to("/etc/passwd")
    got = client.get("/api/run/passwd")
    assert got.status == 503
    assert b"root:" not in got.body


@pytest.mark.parametrize(
    ("method", "target", "allowed"),
    [
        ("POST", "/api/runs", "GET, HEAD"),
        ("PUT", "/api/run/a", "GET, HEAD"),
        ("DELETE", "/api/run/a", "GET, HEAD"),
        ("OPTIONS", "/api/run/a", "GET, HEAD"),
        ("POST", f"/{TOKEN}/run/a", "GET, HEAD"),
        ("GET", "/api/run/a/stop", "POST"),
        ("HEAD", "/api/run/a/resume", "POST"),
        ("BREW", "/api/run/a/resume", "POST"),
    ],
)
def test_another_method_is_not_allowed(client: Client, method: str, target: str, allowed: str) -> None:
    got = client.ask(method, target)
    assert (got.status, got.headers["Allow"]) == (405, allowed)


def test_head_is_get_without_the_body(client: Client) -> None:
    whole, head = client.get("/api/runs"), client.ask("HEAD", "/api/runs")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == str(len(whole.body))


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    make_run(tmp_path, "a", target=HOSTILE)
    make_run(tmp_path, "b <script>&'\"", target="swap.jl")
    with serving(tmp_path) as client:
        pages = [client.get(f"/{TOKEN}/"), client.get(f"/{TOKEN}/run/a"), client.get(f"/{TOKEN}/report/a.html")]
        for page in pages:
            assert page.status == 200
            assert "<script>alert" not in page.text
            assert "\u202e" not in page.text
            assert "\x1b" not in page.text
        for call, target in (("/api/runs", lambda it: it["runs"]), ("/api/run/a", lambda it: [it["run"]])):
            got = client.get(call)
            assert got.headers["Content-Type"] == "application/json"
            assert not set("<>&\u202e\u2028") & set(got.text)
            assert HOSTILE in [each["target"] for each in target(json.loads(got.text))]
        named = client.get(f"/{TOKEN}/report/{quote('b <script>&')}%27%22.html")
        assert named.headers["Content-Disposition"] == 'attachment; filename="b__script____.html"'


def test_a_run_that_was_named_need_not_be_in_the_folder(tmp_path: Path) -> None:
    elsewhere = make_run(tmp_path / "elsewhere", "mine")
    with serving(tmp_path / "runs", elsewhere) as client:
        assert [run["name"] for run in json.loads(client.get("/api/runs").text)["runs"]] == ["mine"]
        assert client.get("/api/run/mine").status == 200
