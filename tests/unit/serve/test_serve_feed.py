"""Changes of a run: every path is sent once, and unchanged parts are not sent again."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from serve_client import header, path

from symheap.report.explore.derived import kept_paths
from symheap.serve.feed import Feed, Since
from symheap.store.file import RunFile
from symheap.store.records import Document, KeptPath, RunState


@pytest.fixture
def run(tmp_path: Path) -> RunFile:
    return RunFile.create(tmp_path / "a.run", header())


def ids(news: Document) -> dict[int, list[str]]:
    return {each["number"]: [path["id"] for path in each["paths"]] for each in news["subjects"]}


def asked(words: str) -> Since:
    """Return the next request of a page, from the words it was given."""
    given = dict(parse_qsl(words))
    parsed = Since.parse(given["subject"], given["since"])
    assert parsed is not None
    return parsed


def test_what_is_to_be_asked_for_is_understood() -> None:
    assert asked(str(Since(3, 12))) == Since(3, 12)


def test_paths_that_the_page_holds_do_not_come_again(run: RunFile) -> None:
    with run:
        feed = Feed()
        one, two = run.subject("A", "exploration").number, run.subject("B", "exploration").number
        run.add_path(one, path(0))
        run.add_path(two, path(0))
        assert ids(feed.news(run, Since(), 10.0)) == {one: ["0"], two: ["0"]}
        assert ids(feed.news(run, Since(one, 1), 10.0)) == {one: [], two: ["0"]}
        run.add_path(two, path(1))
        assert ids(feed.news(run, Since(two, 1), 10.0)) == {two: ["1"]}
        assert ids(feed.news(run, Since(two, 2), 10.0)) == {two: []}
        assert feed.news(run, Since(two, 2), 10.0)["next"] is None


def test_many_paths_come_in_parts_each_once(run: RunFile) -> None:
    with run:
        one, two = run.subject("A", "exploration").number, run.subject("B", "exploration").number
        for number in range(4):
            run.add_path(one, path(number))
            run.add_path(two, path(number))
        seen: list[tuple[int, str]] = []
        since: Since | None = Since()
        while since is not None:
            news = Feed().news(run, since, 0.0)
            found = [(subject, each) for subject, several in ids(news).items() for each in several]
            assert len(found) == 1
            seen += found
            since = asked(news["next"]) if news["next"] is not None else None
        assert seen == [(subject, str(number)) for subject in (one, two) for number in range(4)]


def test_only_new_paths_are_read(run: RunFile, monkeypatch: pytest.MonkeyPatch) -> None:
    with run:
        subject = run.subject("A", "exploration").number
        for number in range(20):
            run.add_path(subject, path(number, style="bad", ending=f"crash {number}"))
        feed, read = Feed(), list[int]()
        feed.news(run, Since(), 10.0)

        def counted(run: RunFile, subject: int, since: int = 0) -> list[KeptPath]:
            found = [*kept_paths(run, subject, since)]
            read.extend(each.number for each in found)
            return found

        monkeypatch.setattr("symheap.serve.feed.kept_paths", counted)
        monkeypatch.setattr("symheap.page.model.kept_paths", counted)
        assert len(feed.news(run, Since(subject, 20), 10.0)["findings"]) == 20
        assert read == []
        run.add_path(subject, path(20, style="bad", ending="crash 20"))
        assert len(feed.news(run, Since(subject, 20), 10.0)["findings"]) == 21
        assert set(read) == {20}


def test_what_it_comes_to_counts_what_is_left_out(run: RunFile) -> None:
    with run:
        proof = run.subject("A", "proof").number
        run.add_item(proof, "page", "", {"verdict": "unknown", "reason": "time"})
        run.end_subject(proof, {"verdict": "unknown"}, "")
        later = run.subject("B", "exploration").number
        run.end_subject(later, {"complete": True, "findings": [], "traces": {}})
        run.stand(RunState.FINISHED, 3)
        first = Feed().news(run, Since(), 1.0)
        second = Feed().news(run, Since(later, 0), 1.0)
        assert list(ids(second)) == [later]
        assert second["headline"] == first["headline"]
        assert second["headline"]["style"] == "open"
