"""Regular expressions on symbolic texts, and predicates of single characters.

Every short text is on one path, which has the result of the JVM; and there are no more paths than cases.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from native_calls import jdks
from path_ends import ends_of

from sampling import sample
from symheap.api import Bounds, JavaOptions, explore, load
from symheap.core.outcome import Cut, Returned, Threw
from symheap.core.terms import wrap
from symheap.engine.instructions.values import scalar
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.natives.texts.character_functions import MODELS
from symheap.lang.java.values.types import STRING
from symheap.lang.target import Loaded
from symheap.laws.laws import takes
from symheap.laws.small_heaps import NaturalModel
from symheap.laws.subject import LawSubject, ModelTraces
from symheap.objects.concrete import ConcreteHeap, Numbers

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

LONGEST = 3
LONG = -2

OF_TEXTS: dict[str, tuple[str, str]] = {
    "lower": ("a{z", 's.matches("[a-z]+")'),
    "digits": ("0-:", r's.matches("\\d{2}-")'),
    "address": ("f:.", r's.matches("([0-9a-fA-F]*:[0-9a-fA-F:.]*)|([\\d.]+)")'),
    "find": ("abc", 'find("a+b", s)'),
    "start": ("abc", 'find("ab", s)'),
    "longLiteral": ("ab", 'find("abab", s + "ab")'),
    "backtracking": ("ab", 'find("baba|bb", "b" + s)'),
    "insensitive": ("aAbk", 'of("ab", Pattern.CASE_INSENSITIVE, s).matches()'),
    "insensitiveClass": ("bBx@", 'of("[a-c]x", Pattern.CASE_INSENSITIVE, s).matches()'),
    "unicodeCase": ("\xe9\xc9a", r'of("\u00e9a", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE, s).matches()'),
    "backReference": ("ab", r's.matches("(.)b?\\1")'),
    "foldedReference": ("aAb", r's.matches("(?i)(a)\\1")'),
    "lines": ("a\n\r", 'find("^a$", s)'),
    "manyLines": ("a\n", 'of("^a$", Pattern.MULTILINE, s).find()'),
    "anyLine": ("a\n\x85", 's.matches(".a")'),
    "end": ("a\n", r'find("a\\Z", s)'),
    "words": ("a_- ", r'find("\\ba\\b", s)'),
    "letters": ("a1\xe9", r's.matches("\\p{Alpha}*")'),
    "unicodeLetters": ("a1\xe9", r's.matches("\\p{L}\\P{Lu}?")'),
    "javaLetters": ("aA", r's.matches("\\p{javaUpperCase}.*")'),
    "union": ("aeZ", 's.matches("[a-z&&[^aeiou][Z]]*")'),
    "ahead": ("abc", 'find("a(?=b)|c(?!a)", s)'),
    "behind": ("abc", 'find("(?<=a)b|(?<!b)c", s)'),
    "lazy": ("ab", 's.matches("a*?b")'),
    "possessive": ("ab", 's.matches("a*+b?")'),
    "loop": ("abc", 's.matches("(a|b)*c")'),
    "repeated": ("ab", 's.matches("(a){2}b?")'),
    "range": ("xz", 's.matches("[xy]{1,2}z")'),
    "quoted": ("a.b", r's.matches(Pattern.quote("a.b"))'),
    "empty": ("a", 's.matches("")'),
    "wide": ("a", r's.matches("[a\u20ac]\u20ac?|\ud83d\ude00")'),
    "hitEnd": ("abc", 'hitEnd("abc", s)'),
    "hitEndFolded": ("aB", 'hitEnd("(?i)ab", s)'),
    "hitEndSearch": ("ab", 'hitEnd("abab", s)'),
    "group": ("ab=", r'group("(?<k>\\w+)=(\\w)?", s)'),
    "result": ("ab", 'result("a(b)?", s)'),
    "region": ("ab", 's.length() > 2 && of("b", 0, s).region(1, 2).matches()'),
    "split": (",a", 's.split(",").length'),
    "splitLimit": (";:a", 's.split("[;:]", 2).length'),
    "replaced": ("xa", 's.replaceAll("x", "yy").hashCode()'),
    "replacedOnce": ("xa", 's.replaceFirst("x+", "<$0>").hashCode()'),
    "replacedBy": ("xa", 'of("x", 0, s).replaceAll(r -> r.group() + r.start()).hashCode()'),
    "builder": ("ab", 'of("ab?", 0, new StringBuilder(s)).matches()'),
    "joined": ("ab", '(s + "b").matches("ab")'),
    "predicate": ("a1", 'Pattern.compile("[0-9]").asPredicate().test(s)'),
    "fromField": ("ab", "AB.matcher(s).matches()"),
    "word": ("a_\xb5", r'of("\\w", Pattern.UNICODE_CHARACTER_CLASS, s).find()'),
    "usesOther": ("ab", 'of("a", 0, s).usePattern(Pattern.compile("b")).lookingAt()'),
}
"""Queries about each text of up to three characters of an alphabet."""

CHARACTER = "java.lang.Character."
OF_CHARACTERS = [name.removeprefix(CHARACTER).partition("(")[0] for name in MODELS if name.startswith(CHARACTER)]

SOURCE = """
import java.util.regex.*;
class Regular {
    static final Pattern AB = Pattern.compile("a|b");
    static int number(boolean b) { return b ? 1 : 0; }
    static int number(int i) { return i; }
    static Matcher of(String p, int flags, CharSequence s) { return Pattern.compile(p, flags).matcher(s); }
    static int find(String p, String s) { Matcher m = of(p, 0, s); return m.find() ? m.start() * 8 + m.end() : -1; }
    static int hitEnd(String p, String s) { Matcher m = of(p, 0, s);
        return (m.matches() ? 1 : 0) + (m.hitEnd() ? 2 : 0) + (m.find(0) ? 4 : 0) + (m.hitEnd() ? 8 : 0); }
    static int group(String p, String s) { Matcher m = of(p, 0, s);
        return !m.matches() ? -1 : m.group("k").hashCode() + (m.group(2) == null ? 0 : m.group(2).charAt(0)); }
    static int result(String p, String s) { Matcher m = of(p, 0, s); if (!m.find()) return -1;
        MatchResult r = m.toMatchResult(); return r.start() + 8 * r.groupCount() + (r.group(1) == null ? 64 : 0); }
    static boolean twice() { return Pattern.compile("a") == Pattern.compile("a"); }
    static boolean sameText() { String t = new String("a"); return Pattern.compile(t).pattern() == t; }
    static boolean bad() { try { Pattern.compile("a(b"); return false; } catch (PatternSyntaxException e) {
        return e.getIndex() == 3 && e.getPattern().equals("a(b") && e.getMessage().startsWith("Unclosed group"); } }
    static boolean symbolic(String s) { return Pattern.compile("a" + s).matcher("a").find(); }
    static boolean ofPattern(Pattern p) { return p.matcher("a").find(); }
    static boolean ofMatcher(Matcher m) { return m.find(); }
    static boolean ofOther(Pattern p) { return AB.matcher("a").usePattern(p).find(); }
    static boolean lower(String s) { return s.matches("[a-z]+"); }
    static boolean phone(String s) { return s.matches("\\\\d{3}-\\\\d{4}"); }
    static boolean folded(String s) { return s.matches("(?i)hello"); }
    static boolean property(String s) { return s.matches("\\\\p{L}"); }
    static boolean literal(String s) { return Pattern.compile("hello").matcher(s).find(); }
    static int letter(char c) { return c < 128 && Character.isLetterOrDigit(c) ? 1 : 0; }
%s
}
class Answers {
    public static void main(String[] names) throws Exception {
        for (int i = 0; i < names.length; i += 2) {
            Class<?> kind = names[i].startsWith("t_") ? String.class : char.class;
            var method = Regular.class.getDeclaredMethod(names[i], kind);
            for (String hex : names[i + 1].split(",", -1)) {
                String s = text(hex);
                System.out.println(said(method, kind == char.class ? (Object) s.charAt(0) : s));
            }
        }
    }
    static String text(String hex) {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < hex.length(); i += 2) s.append((char) Integer.parseInt(hex.substring(i, i + 2), 16));
        return s.toString();
    }
    static String said(java.lang.reflect.Method method, Object argument) throws Exception {
        try { return "" + method.invoke(null, argument); }
        catch (java.lang.reflect.InvocationTargetException e) { return e.getCause().getClass().getName(); }
    }
}
"""


def questions() -> dict[str, list[str]]:
    """Return the methods, each with its texts: for characters, all of Latin-1."""
    found = {}
    for name, (alphabet, _) in OF_TEXTS.items():
        texts = ("".join(chars) for size in range(LONGEST + 1) for chars in product(alphabet, repeat=size))
        found[f"t_{name}"] = list(texts)
    for name in OF_CHARACTERS:
        found[f"c_{name}"] = [chr(char) for char in range(256)]
    return found


def source() -> str:
    texts = (
        f"    static int t_{name}(String s) {{ return s.length() > {LONGEST} ? {LONG} : number({asked}); }}"
        for name, (_, asked) in OF_TEXTS.items()
    )
    characters = (
        f"    static int c_{name}(char c) {{ return c > 255 ? {LONG} : number(Character.{name}((int) c)); }}"
        for name in OF_CHARACTERS
    )
    return SOURCE % "\n".join((*texts, *characters))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("regular")
    (made / "Regular.java").write_text(source(), encoding="utf-8")
    javac = str(jdks()[0].javac())
    subprocess.run([javac, "-proc:none", "-encoding", "utf-8", "-d", str(made), str(made / "Regular.java")], check=True)
    return made


@cache
def answers(folder: Path, jdk: Jdk) -> dict[str, list[str]]:
    """Return the results of the JVM: a number, or the class of an exception."""
    arguments = []
    for name, texts in questions().items():
        arguments += [name, ",".join(text.encode("latin-1").hex() for text in texts)]
    command = [str(jdk.java()), "-cp", str(folder), "Answers", *arguments]
    said = iter(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    return {name: [next(said) for _ in texts] for name, texts in questions().items()}


def loaded(folder: Path, method: str, jdk: Jdk) -> Loaded:
    options = JavaOptions(jdk=str(jdk.home), environ={"SYMHEAP_CACHE": str(folder / "cache"), **os.environ})
    return load(f"{folder / 'Regular.class'}::{method}", options)


def heap_of(subject: LawSubject, text: str, *, is_character: bool) -> ConcreteHeap:
    """Return the initial heap in which the input is a text, or its one character."""
    program = subject.program
    assert program.initial is not None
    name = program.inputs[0].name
    heap = ConcreteHeap(program.table, base=program.initial.shared(), numbers=Numbers(1))
    if is_character:
        heap.roots[name] = ord(text)
        return heap
    string, array = heap.new(STRING), heap.new_array("[B", len(text))
    heap.objects[array].elements.update(enumerate(wrap(ord(char), 8) for char in text))
    heap.objects[string].fields.update({"value": array, "coder": 0})
    heap.roots[name] = string
    return ConcreteHeap(program.table, heap.roots, heap.objects, heap.base)


def predicted(explored: ModelTraces, subject: LawSubject, heap: ConcreteHeap) -> str:
    """Return the result of the one path that the input takes.  The concrete machine takes the same path."""
    model = NaturalModel(heap)
    [trace] = explored.tree.true_under(model)
    assert takes(subject.run(heap), trace)
    match trace.end:
        case Returned(value):
            return str(int(model.evaluate(scalar(value))))
        case other:
            return str(getattr(other, "exception", other))


ALL_ALIKE = ("c_isDefined", "c_isTitleCase")
"""Methods with the same result for all characters of Latin-1."""


BEYOND = ("t_unicodeCase",)
"""Methods that ask about characters beyond Latin-1, whose tables are cut: the other case of two of Latin-1."""


def cases() -> list[tuple[str, Jdk]]:
    """The nodes of a pattern depend on the JDK; predicates of a character are tested on one JDK only."""
    return [(method, jdk) for method in questions() for jdk in jdks()[: None if method.startswith("t_") else 1]]


@pytest.mark.parametrize(("method", "jdk"), sample(cases(), 4), ids=lambda each: str(getattr(each, "feature", each)))
def test_every_input_is_on_one_path_which_says_what_the_jvm_says(folder: Path, method: str, jdk: Jdk) -> None:
    subject = LawSubject(loaded(folder, method, jdk).program, Bounds(), ("pose",), check_guards=False)
    explored = subject.explored["pose"]
    assert all(trace.confirmed for trace in explored.traces)
    assert all(isinstance(trace.end, Returned | Threw) for trace in explored.traces) or method in BEYOND
    said, texts = answers(folder, jdk)[method], questions()[method]
    for text, theirs in zip(texts, said, strict=True):
        heap = heap_of(subject, text, is_character=method.startswith("c_"))
        assert (text, predicted(explored, subject, heap)) == (text, theirs)
    assert len(set(said)) > 1 or method in ALL_ALIKE


NULL, BOUND = "NullPointerException", "cut"


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        # null, and up to three letters followed by nothing or by something else; the loop is cut behind them
        ("lower", {NULL: 1, "return": 2 * 4, BOUND: 1}),
        # null, and at each of eight places the end or a wrong character; the whole, and more behind it
        ("phone", {NULL: 1, "return": 2 * 8 + 2}),
        # null, not there, the whole, more behind it
        ("folded", {NULL: 1, "return": 3}),
        # null, empty, no letter, a letter, more behind it
        ("property", {NULL: 1, "return": 4}),
        # null, and at each of four places found, or the end before it; the loop is cut behind them
        ("literal", {NULL: 1, "return": 2 * 4, BOUND: 1}),
        ("letter", {"return": 3}),
    ],
)
def test_there_are_no_more_paths_than_cases(folder: Path, method: str, expected: dict[str, int]) -> None:
    subject = LawSubject(loaded(folder, method, jdks()[0]).program, Bounds(max_loop=3), ("pose",), check_guards=False)
    kinds = [
        "return" if isinstance(end, Returned) else BOUND if isinstance(end, Cut) else _simple(end)
        for end in (trace.end for trace in subject.explored["pose"].traces)
    ]
    assert {kind: kinds.count(kind) for kind in kinds} == expected


def _simple(end: object) -> str:
    return str(getattr(end, "exception", end)).rpartition(".")[2]


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("symbolic", ["unsupported: java.util.regex.Pattern.compile of a symbolic text"]),
        ("ofPattern", [NULL, "unsupported: java.util.regex.Pattern that is an input"]),
        ("ofMatcher", [NULL, "unsupported: java.util.regex.Matcher that is an input"]),
        ("ofOther", ["unsupported: java.util.regex.Pattern that is an input"]),
    ],
)
def test_what_is_not_known_of_a_pattern_is_refused_by_name(folder: Path, method: str, expected: list[str]) -> None:
    assert ends_of(loaded(folder, method, jdks()[0])) == expected


@pytest.mark.parametrize(("method", "expected"), [("twice", False), ("sameText", True), ("bad", True)])
def test_patterns_are_objects_of_their_own(folder: Path, method: str, expected: bool) -> None:
    """Each call makes a new one with its own text; the text of a bad one is reported with its exception."""
    for jdk in jdks():
        [path] = explore(loaded(folder, method, jdk))
        assert isinstance(path.trace.end, Returned)
        assert path.trace.end.value is expected


def test_a_pattern_that_cannot_be_made_again_is_compiled_on_the_path(tmp_path: Path) -> None:
    """The number of its group is in a box of its own, not in a shared one."""
    pattern = '"()".repeat(130) + "(?<k>a)"'
    file = tmp_path / "Many.java"
    file.write_text(
        "class Many { static boolean of(String s) { return java.util.regex.Pattern.compile("
        f"{pattern}).matcher(s).matches(); }} }}",
        encoding="utf-8",
    )
    bounds = Bounds(max_calls=1_000, max_loop=1_000)
    paths = explore(f"{file}::of", bounds=bounds, java=JavaOptions(environ=os.environ))
    ends = [path.trace.end for path in paths]
    assert {scalar(end.value) for end in ends if isinstance(end, Returned)} == {0, 1}
    assert all(isinstance(end, Returned | Threw) for end in ends)
