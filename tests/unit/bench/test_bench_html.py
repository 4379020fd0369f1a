"""The page is well-formed, self-contained, accessible, and escapes quoted text."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from bench_rows import EMPTY, GET, LAZY, POSE, STUDY, row

from symheap.bench.report import plots
from symheap.bench.report.html import page
from symheap.bench.row import RowOutcome
from symheap.bench.sums import add_up
from symheap.report.draw.charts import BoxPlot, Linear, Log, box, linear_over, log_over

_VOID = {"meta", "br"}
_SVG = "{http://www.w3.org/2000/svg}"


class Page(HTMLParser):
    """Reads a page; every tag must be closed by its own."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.data.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


STRANGE = row("a.<b>&\"'::m(x)", outcome=RowOutcome.FAILED, traces=0, reasons={"</script><img src=x onerror=y>": 1})
CASES = {
    "both models": (STUDY, (*POSE, *LAZY)),
    "one model": (STUDY, POSE),
    "third model": (STUDY, (*POSE, row(GET, "summary", traces=4))),
    "broken law": (STUDY, (row(GET, traces=5, paths=4),)),
    "only missing": (STUDY, (row(GET, outcome=RowOutcome.MISSING, traces=0),)),
    "nothing printed": (replace(STUDY, printed={}), POSE),
    "markup": (STUDY, (STRANGE,)),
    "empty": (EMPTY, ()),
}


@pytest.mark.parametrize("case", CASES)
def test_the_page_is_well_formed_and_stands_alone(case: str) -> None:
    shown = Page(page(add_up(*CASES[case]), {"a<b": '"c"'}))
    references = {"src", "href", "srcset", "action", "data", "poster", "onerror", "onclick"}
    assert not [attributes for _, attributes in shown.tags if references & attributes.keys()]
    assert shown.count("img") == shown.count("link") == shown.count("iframe") == 0
    assert shown.count("table") == shown.count("caption")
    assert all("scope" in attributes for tag, attributes in shown.tags if tag == "th")
    identifiers = [attributes["id"] for _, attributes in shown.tags if "id" in attributes]
    assert len(identifiers) == len(set(identifiers))


def test_nothing_is_fetched_by_style_or_script() -> None:
    text = page(add_up(STUDY, POSE), {})
    assert "url(" not in text
    assert "@import" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_the_page_says_what_was_found() -> None:
    shown = Page(page(add_up(STUDY, (*POSE, *LAZY)), {"workers": "2"}))
    for words in ("40.0 %", "1.00e30", ">36,000", " 2 of 5 methods", "10.0 to 1", "put(int, Object) *"):
        assert words in shown.data
    assert shown.count("details") == 3
    assert shown.count("svg") == 3 + 2 * 2


@pytest.mark.parametrize("case", ["one model", "nothing printed", "third model"])
def test_every_row_of_a_table_has_a_cell_for_each_heading(case: str) -> None:
    for table in page(add_up(*CASES[case]), {}).split("<table")[1:]:
        heads, _, rest = table.partition("<tbody>")
        expected = heads.rpartition("<tr>")[2].count("<th ") or 2
        rows = rest.partition("</table>")[0].split("<tr>")[1:]
        assert {each.count("<th ") + each.count("<td") for each in rows} == {expected}


def test_where_nothing_is_printed_there_are_no_columns_for_it() -> None:
    assert "paper" in Page(page(add_up(*CASES["one model"]), {})).data
    assert "paper" not in Page(page(add_up(*CASES["nothing printed"]), {})).data


def test_of_a_part_the_classes_say_how_much_was_run() -> None:
    """2026-11-15: a single method of a class was shown beside the printed numbers of all its methods."""
    data = Page(page(add_up(STUDY, [row(GET, traces=4)]), {})).data
    assert "1 of 2 run" in data
    assert "paper" not in data


def test_a_broken_law_is_on_the_page() -> None:
    assert f"{GET}: path optimality: pose has 5 traces on 4 paths" in Page(page(add_up(*CASES["broken law"]), {})).data


def test_names_and_reasons_are_quoted() -> None:
    shown = Page(page(add_up(STUDY, [STRANGE]), {}))
    assert "</script><img src=x onerror=y>" in shown.data
    assert any(attributes.get("title") == STRANGE.method for _, attributes in shown.tags)


@pytest.mark.parametrize("case", [case for case in CASES if case != "empty"])
def test_plots_are_xml_with_title_and_description(case: str) -> None:
    sums = add_up(*CASES[case])
    drawn = [plots.traces(sums), plots.query_excerpt(sums), plots.query_log(sums)]
    drawn += [draw(sums, heap) for draw in (plots.scatter, plots.histogram) for heap in sums.heaps]
    for text in drawn:
        root = ElementTree.fromstring(text)
        assert root.get("role") == "img"
        labels = str(root.get("aria-labelledby")).split()
        assert labels == [str(root[0].get("id")), str(root[1].get("id"))]
        assert (root[0].tag, root[1].tag) == (f"{_SVG}title", f"{_SVG}desc")
        assert root[1].text
        assert "nan" not in text
        assert "inf" not in text


def test_a_histogram_has_every_method_once() -> None:
    root = ElementTree.fromstring(plots.histogram(add_up(STUDY, POSE), "pose"))
    tips = [str(title.text) for title in root.findall(f"{_SVG}rect/{_SVG}title")]
    assert sum(int(tip.split()[0]) for tip in tips) == 5


def test_a_class_stands_in_the_scatter_with_both_numbers() -> None:
    root = ElementTree.fromstring(plots.scatter(add_up(STUDY, POSE), "pose"))
    tips = [str(title.text) for title in root.findall(f"{_SVG}circle/{_SVG}title")]
    assert tips == ["a.Tree: 11, printed 10, not all methods ended", "a.List: 4, printed 4"]


def test_boxes_are_tukeys() -> None:
    assert box([1, 2, 3, 4, 100]) == BoxPlot(1, 2, 3, 4, 4, (100,))
    assert box([1, 2, 3, 4]) == BoxPlot(1, 1.75, 2.5, 3.25, 4, ())
    assert box([7]) == BoxPlot(7, 7, 7, 7, 7, ())


def test_scales() -> None:
    assert log_over([0.0, 5000.0], 0) == Log(0, 4, smaller=True)
    assert log_over([], -3) == Log(-3, 0)
    assert Log(0, 2).at(10) == 0.5
    assert Log(0, 2).at(0) == 0
    assert [label for _, label in Log(-2, 4).ticks()] == ["0.01", "0.1", "1", "10", "100", "1k", "10k"]
    assert linear_over(5000) == Linear(5000)
    assert linear_over(7) == Linear(10)
    assert linear_over(0) == Linear(5)
