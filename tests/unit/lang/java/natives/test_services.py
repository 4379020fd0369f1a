"""Opaque services on symbolic values, and where they end a path by name."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from native_calls import jdks
from path_ends import ends_of

from symheap.api import JavaOptions, load
from symheap.lang.java.natives import MODELS, SERVICES
from symheap.lang.java.natives.model import Unmodelled
from symheap.lang.java.natives.services.formats import _is_date_pattern, _is_decimal_pattern

SOURCE = """
import java.text.*;
import java.util.*;
import java.util.logging.*;
class Served {
    static final NumberFormat FORMAT = new DecimalFormat("0.00");
    static final Logger LOG = Logger.getLogger("served");
    static class Loud extends DecimalFormat {
        @Override public StringBuffer format(double d, StringBuffer b, FieldPosition p) { return b; }
    }
    static String text(double d) { return FORMAT.format(d); }
    static int read(double d) { return FORMAT.format(d).hashCode(); }
    static Object made(String pattern) { return new DecimalFormat(pattern); }
    static Object odd() { return new DecimalFormat("0;(0)"); }
    static Object plain(String s) throws ParseException { return FORMAT.parse(s); }
    static String date(Date d) { return new SimpleDateFormat("yyyy").format(d); }
    static void zone(SimpleDateFormat f, boolean b) { f.setTimeZone(b ? TimeZone.getTimeZone("GMT") : null); }
    static String input(DecimalFormat f, double d) { return f.format(d); }
    static boolean level(Level l) { return LOG.isLoggable(l); }
    static void log(Level l, Object o) { LOG.log(l, "it is {0}", o); }
    static void raised() { LOG.setLevel(Level.ALL); }
    static String name(boolean b) { return Logger.getLogger(b ? "a" : "b").getName(); }
    static Object style(int style) { return DateFormat.getDateInstance(style); }
    static Object badStyle() { return DateFormat.getDateInstance(7); }
    static int random() { return new java.security.SecureRandom().nextInt(); }
}
"""
_PATTERN = "unsupported: java.text.DecimalFormat.<init> of a symbolic value"
_NULL = "NullPointerException"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not jdks():
        pytest.skip("no JDK with javac")
    made = tmp_path_factory.mktemp("served")
    (made / "Served.java").write_text(SOURCE)
    javac = str(jdks()[0].javac())
    subprocess.run([javac, "-proc:none", "-d", str(made), str(made / "Served.java")], check=True)
    return made


def ends(folder: Path, method: str) -> list[str]:
    """Return the ends of a method's paths, sorted."""
    options = JavaOptions(jdk=str(jdks()[0].home), class_path=(str(folder),), environ=os.environ)
    return ends_of(load(f"{folder / 'Served.class'}::{method}", options))


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("text", ["return"]),
        ("read", ["unsupported: contents of a string that was put together from symbolic parts"]),
        ("made", [_NULL, _PATTERN]),
        ("odd", ["unsupported: the pattern '0;(0)'"]),
        ("plain", ["unsupported: java.text.NumberFormat.parse"]),
        ("date", [_NULL, "return"]),
        ("zone", [_NULL, _NULL, "return", "unsupported: java.text.DateFormat.setTimeZone of null"]),
        (
            "input",
            [_NULL, "return", "unsupported: java.text.NumberFormat.format of a class below java.text.DecimalFormat"],
        ),
        ("level", [_NULL, "return"]),
        ("log", [_NULL, "return"]),
        ("raised", ["unsupported: java.util.logging.Logger.setLevel"]),
        ("name", ["return", "return"]),
        ("style", ["unsupported: java.text.DateFormat.getDateInstance of a symbolic value"]),
        ("badStyle", ["IllegalArgumentException"]),
        ("random", ["unsupported: java.security.SecureRandom.next"]),
    ],
)
def test_paths(folder: Path, method: str, expected: list[str]) -> None:
    assert ends(folder, method) == expected


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_what_is_not_modelled_of_a_service_is_refused(name: str) -> None:
    assert MODELS[f"{name}.noSuchMethod()V"] == Unmodelled()


@pytest.mark.parametrize("pattern", ["0", "#.##", "0.000", "#,##0.00", "$#,##0", "0%", "0.0##E0", ".00", "000"])
def test_patterns_of_numbers_that_are_known(pattern: str) -> None:
    assert _is_decimal_pattern(pattern)


@pytest.mark.parametrize("pattern", ["", ".E0", ",0#0", "0#", "#,", "0;(0)", "0.0.0", "'a'0", "0,0E0", "1"])
def test_patterns_of_numbers_that_are_left_alone(pattern: str) -> None:
    assert not _is_decimal_pattern(pattern)


def test_patterns_of_dates() -> None:
    fine = ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "yyyy-MM-dd'T'HH:mm:ssXXX", "", "''", "h 'o''clock' a"]
    bad = ["b", "yyyy'", "XXXX", "yyyy-MM-ddTHH", "'quoted"]
    assert [_is_date_pattern(pattern) for pattern in fine] == [True] * len(fine)
    assert [_is_date_pattern(pattern) for pattern in bad] == [False] * len(bad)
