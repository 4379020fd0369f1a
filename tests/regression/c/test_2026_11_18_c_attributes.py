"""2026-11-18: attributes, pragmas and assembler names that symheap did not know were dropped.

``aligned(2*8)`` was read as 2, a packed enumeration had four bytes, an attribute behind ``]`` went to the next name,
and constructors and cleanup functions never ran.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.front.attribute_table import FUNCTIONS, HARMLESS, LOCALS, RECORDS
from symheap.lang.c.options import COptions
from symheap.memory.ir import DataModel
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Decision, Settings
from symheap.separation.proof.verdict import Word

GCC = shutil.which("gcc")
OPTIONS = COptions(model=DataModel.LP64)
HEAD = "typedef unsigned long size_t; void *malloc(size_t); void free(void *); void exit(int);\n"
CRASH = "int main(void) { char *p = 0; if (%s) *p = 1; return 0; }"


def decided(text: str) -> Decision:
    return decide(
        load_text(HEAD + text, "program.c", OPTIONS), Settings(seconds=20.0), tools=Tools(clock=time.process_time)
    )


HOLDS = {
    "an expression as an alignment": (
        "struct s { char c; int x __attribute__((aligned(2*8))); };",
        "sizeof(struct s) == 32",
    ),
    "the size of a type as an alignment": (
        "typedef long t; struct s { char c; char x __attribute__((__aligned__(sizeof(t)))); };",
        "__builtin_offsetof(struct s, x) == 8",
    ),
    "an alignment of a typedef": (
        "typedef int t __attribute__((aligned(16))); struct s { char c; t x; };",
        "sizeof(struct s) == 32",
    ),
    "a smaller alignment of a typedef": (
        "typedef int t __attribute__((aligned(1))); struct s { char c; t x; };",
        "sizeof(struct s) == 5",
    ),
    "an alignment before a typedef name": (
        "typedef int t; struct s { char c; __attribute__((aligned(8))) t x; };",
        "__builtin_offsetof(struct s, x) == 8",
    ),
    "an alignment behind an array": (
        "struct s { int a[3] __attribute__((aligned(16))); char b, c; };",
        "sizeof(struct s) == 16 && __builtin_offsetof(struct s, b) == 12",
    ),
    "a packed enumeration": ("enum e { A, B } __attribute__((packed));", "sizeof(enum e) == 1"),
    "a packed enumeration with a negative value": (
        "enum __attribute__((packed)) e { A = -1, B = 200 };",
        "sizeof(enum e) == 2 && (enum e)-1 < 0",
    ),
    "a constant beyond int": ("enum e { A = 0x80000000u };", "sizeof(A) == 4"),
    "a mode": ("typedef int t __attribute__((mode(QI)));", "sizeof(t) == 1"),
    "a mode with underscores": ("unsigned x __attribute__((__mode__(__DI__)));", "sizeof x == 8"),
    "a standard attribute": ("struct [[gnu::packed]] s { char c; int x; };", "sizeof(struct s) == 5"),
    "pragma pack in a record's way": (
        "#pragma pack(push, 2)\nstruct s { char c; int x; };\n#pragma pack(pop)\nstruct t { char c; int x; };",
        "sizeof(struct s) == 6 && sizeof(struct t) == 8",
    ),
}


@pytest.mark.parametrize("name", HOLDS)
def test_layouts_are_those_of_gcc(name: str, tmp_path: Path) -> None:
    declarations, condition = HOLDS[name]
    text = f"{declarations}\n{CRASH % condition}"
    assert decided(text).word is Word.UNSAFE
    assert decided(f"{declarations}\n{CRASH % f'!({condition})'}").word is Word.SAFE
    if GCC is not None:
        (tmp_path / "x.c").write_text(f"{declarations}\nint x_ = 1; int main(void) {{ return !({condition}); }}")
        subprocess.run([GCC, "-std=gnu2x", "-w", "-o", str(tmp_path / "x"), str(tmp_path / "x.c")], check=True)
        assert subprocess.run([str(tmp_path / "x")], check=False).returncode == 0


RUN = {
    "cleanup": "void f(int **p) { **p = 1; } int main(void) { { int *p __attribute__((cleanup(f))) = 0; } return 0; }",
    "cleanup at return": (
        "void f(int **p) { **p = 1; } int g(void) { __attribute__((cleanup(f))) int *p = 0; return 1; }"
        "int main(void) { return g(); }"
    ),
    "cleanup at break": (
        "void f(int **p) { **p = 1; "
        "} int main(void) { for (;;) { int *p __attribute__((cleanup(f))) = 0; break; } return 0; }"
    ),
    "constructor": (
        "int x, *p = &x; __attribute__((constructor)) static void f(void) { p = 0; } int main(void) { return *p; }"
    ),
    "constructor of a prototype": (
        "int x, *p = &x; void f(void) __attribute__((constructor)); void f(void) { p = 0; "
        "} int main(void) { return *p; }"
    ),
    "standard constructor": (
        "int x, *p = &x; [[gnu::constructor]] void f(void) { p = 0; } int main(void) { return *p; }"
    ),
    "destructor": (
        "int x, *p = &x; __attribute__((destructor)) static void f(void) { *p = 0; "
        "} int main(void) { p = 0; return 0; }"
    ),
    "priorities": (
        "int x, *p; __attribute__((constructor(300))) void f(void) { p = 0; }"
        "__attribute__((constructor(200))) void g(void) { p = &x; } int main(void) { return *p; }"
    ),
}


@pytest.mark.parametrize("name", RUN)
def test_functions_of_attributes_run(name: str) -> None:
    assert decided(RUN[name]).word is Word.UNSAFE


SAFE = {
    "cleanup frees": (
        "void f(int **p) { free(*p); } int main(void) { int *p __attribute__((cleanup(f))) = malloc(4);"
        "if (!p) return 1; for (int k = 0; k < 2; "
        "k++) { int *q __attribute__((cleanup(f))) = malloc(4); if (q) return *p; }"
        "return *p; }"
    ),
    "constructor sets": (
        "int x, *p; __attribute__((constructor)) void f(void) { p = &x; } int main(void) { return *p; }"
    ),
    "priorities": (
        "int x, *p; __attribute__((constructor)) void f(void) { p = &x; }"
        "__attribute__((constructor(200))) void g(void) { p = 0; } int main(void) { return *p; }"
    ),
    "harmless attributes": (
        "__attribute__((unused, noinline)) static int f(int __attribute__((unused)) k) { return k; }"
        "[[nodiscard]] int g(void) { return f(1); "
        "} int main(void) { switch (g()) { case 1: __attribute__((fallthrough));"
        "default: ; } return 0; }"
    ),
    "an empty barrier": (
        'int main(void) { int x = 1; __asm__ volatile("" : "+r"(x) : : "memory"); int a[2] = {0}; return a[x]; }'
    ),
}


@pytest.mark.parametrize("name", SAFE)
def test_correct_programs_stay_safe(name: str) -> None:
    assert decided(SAFE[name]).word is Word.SAFE


REFUSED = {
    "the attribute vector_size": "typedef int v __attribute__((vector_size(16)));" + CRASH % "sizeof(v) == 16",
    "the attribute vector_size ": CRASH % "sizeof(int __attribute__((vector_size(16)))) == 16",
    "struct s with the attribute scalar_storage_order": (
        'struct __attribute__((scalar_storage_order("big-endian"))) s { int x; };'
        "int main(void) { struct s v; v.x = 1; return 0; }"
    ),
    "the attribute transparent_union": (
        "typedef union { int *a; long b; } u __attribute__((transparent_union)); long f(u x) { return *x.a; }"
        "int main(void) { return f((int *)0); }"
    ),
    "the attribute alias of g": (
        'int *f(void) { return 0; } int *g(void) __attribute__((alias("f"))); int main(void) { return *g(); }'
    ),
    "the attribute weak of f": "int f(void) __attribute__((weak)); int main(void) { return f ? f() : 0; }",
    "the attribute frobnicate of f": (
        "__attribute__((frobnicate)) int f(void) { return 1; } int main(void) { return f(); }"
    ),
    "the attribute naked of f": "__declspec(naked) int f(void) { return 1; } int main(void) { return f(); }",
    "the attribute frobnicate": "int main(void) { int x __attribute__((frobnicate)) = 1; return x; }",
    "the assembler name g of f": 'int *f(void) __asm__("g"); int main(void) { return *f(); }',
    "the assembler name rbx": 'int main(void) { register int x __asm__("rbx") = 3; return x; }',
    "assembler": 'int main(void) { int x = 1; __asm__("" : "=r"(x)); int a[2]; return a[x]; }',
    "#pragma scalar_storage_order big-endian": (
        "#pragma scalar_storage_order big-endian\nstruct s { int x; };\nint main(void) { return 0; }"
    ),
    "#pragma omp parallel": "int main(void) {\n#pragma omp parallel\n{ } return 0; }",
    "#pragma redefine_extname f": "\n#pragma redefine_extname f g\nint main(void) { return 0; }",
    "f, which has the attribute noreturn, returns": "_Noreturn void f(void) { } int main(void) { f(); return 0; }",
    "a null argument of f, the attribute nonnull": (
        "__attribute__((nonnull(1))) int f(int *p) { return p != 0; } int main(void) { return f(0); }"
    ),
    "f, which has the attribute returns_nonnull, returns null": (
        "__attribute__((returns_nonnull)) int *f(void) { return 0; } int main(void) { f(); return 0; }"
    ),
    "exit in a program with destructors": ("__attribute__((destructor)) void f(void) { } int main(void) { exit(0); }"),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_not_known_is_refused_by_name(reason: str) -> None:
    answer = decided(REFUSED[reason])
    assert answer.word is Word.UNKNOWN
    assert f"refused: {reason.strip()}" in {gap.reason for gap in answer.system.gaps}


def test_no_attribute_is_both_harmless_and_implemented() -> None:
    assert not set(HARMLESS) & (FUNCTIONS | LOCALS | RECORDS)
    assert all(len(reason.split()) == 1 for reason in HARMLESS.values())


# Random layouts -------------------------------------------------------------------------------------------------------

TYPES = """typedef int i16 __attribute__((aligned(16))); typedef int i1 __attribute__((aligned(1)));
typedef long l2 __attribute__((aligned(2))); typedef int qi __attribute__((mode(QI)));
typedef unsigned hi __attribute__((__mode__(__HI__))); typedef int di __attribute__((mode(DI)));
typedef int word __attribute__((mode(word))); enum e1 { A1, B1 } __attribute__((packed));
enum __attribute__((packed)) e2 { A2 = -1, B2 = 200 }; enum e4 { A4 = 70000 } __attribute__((packed));
enum e8 { A8 = -1, B8 = 0x80000000u }; typedef struct { char c; } s8 __attribute__((aligned(8)));
struct p3 { char a; short b; } __attribute__((packed)); typedef double d4 __attribute__((aligned(4)));
"""
PLAIN = [
    "char",
    "short",
    "int",
    "long",
    "long long",
    "float",
    "double",
    "void *",
    "_Bool",
    "long double",
    "i16",
    "i1",
    "l2",
    "qi",
    "hi",
    "di",
    "word",
]
PLAIN += ["enum e1", "enum e2", "enum e4", "enum e8", "s8", "struct p3", "d4"]
BITS = {"char": 8, "short": 16, "int": 32, "unsigned": 32, "long": 32, "long long": 64, "_Bool": 1, "unsigned char": 8}
BITS |= {"enum e1": 8, "enum e4": 32, "hi": 16, "di": 64, "i1": 32}
ATTRIBUTES = [
    "packed",
    "aligned(2)",
    "aligned(4)",
    "aligned(8)",
    "aligned(2*8)",
    "aligned(sizeof(int))",
    "packed, aligned(2)",
    "aligned",
]


def attribute(rng: random.Random, chance: float) -> str:
    return f" __attribute__(({rng.choice(ATTRIBUTES)}))" if rng.random() < chance else ""


def random_record(rng: random.Random, name: str, known: list[str]) -> tuple[str, str, list[str]]:
    """Return a struct or union: its type, its source, and the members that have an offset."""
    parts: list[str] = []
    members = ["end"]
    for number in range(rng.randint(1, 6)):
        kind = rng.random()
        if kind < 0.4:
            base = rng.choice(list(BITS))
            width = rng.randint(0, BITS[base])
            parts.append(
                f"{base} {f'm{number}{chr(32)}' if width else ''}: {width}{attribute(rng, 0.25) if width else ''};"
            )
            continue
        members.append(f"m{number}")
        if kind < 0.5 and known:
            parts.append(f"{rng.choice(known)} m{number}{attribute(rng, 0.25)};")
            continue
        base = rng.choice(PLAIN)
        over = base in {"i16", "s8"}
        suffix = f"[{rng.randint(1, 3)}]" if rng.random() < 0.3 and not over else ""
        alignas = rng.choice(["", "", "_Alignas(16) ", "_Alignas(long) "]) if rng.random() < 0.4 and not over else ""
        parts.append(f"{alignas}{base} m{number}{suffix}{attribute(rng, 0.25)};")
    word, before = rng.choice(["struct", "struct", "union"]), rng.random() < 0.5
    own = attribute(rng, 0.3)
    body = f"{word}{own if before else ''} {name} {{ {' '.join(parts)} char end; }}{'' if before else own};"
    if rng.random() < 0.25:
        body = f"#pragma pack(push, {rng.choice([1, 2, 4, 8])})\n{body}\n#pragma pack(pop)"
    return f"{word} {name}", body, members


def compiles(folder: Path, flag: str, text: str) -> str:
    """Return the errors of gcc."""
    assert GCC is not None
    (folder / "layout.c").write_text(text)
    command = [GCC, flag, "-w", "-fsyntax-only", str(folder / "layout.c")]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


@pytest.mark.skipif(GCC is None, reason="no gcc")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("flag", "model"), [("-m64", DataModel.LP64), ("-m32", DataModel.ILP32)])
def test_random_records_with_attributes_have_the_layout_of_gcc(
    seed: int, flag: str, model: DataModel, tmp_path: Path
) -> None:
    rng = random.Random(seed)
    declarations, known, asked = [TYPES], list[str](), [f"sizeof({name})" for name in PLAIN]
    for number in range(6):
        name, source, members = random_record(rng, f"r{number}", known)
        if compiles(tmp_path, flag, "\n".join([*declarations, source])):
            continue
        declarations.append(source)
        known.append(name)
        asked += [f"sizeof({name})", f"_Alignof({name})", *(f"__builtin_offsetof({name}, {each})" for each in members)]
    text = "\n".join(declarations)
    values = f"unsigned long long r[] = {{ {', '.join(asked)} }}; int main(void) {{ return r[0]; }}"
    program = load_text(f"{text}\n{values}", "layout.c", COptions(model=model))
    given = {piece.offset: int(str(piece.value)) for piece in program.globals["r"].pieces}
    checks = [f'_Static_assert({each} == {given.get(8 * at, 0)}, "{each}");' for at, each in enumerate(asked)]
    assert compiles(tmp_path, flag, "\n".join([text, *checks])) == ""


@pytest.mark.skipif(GCC is None, reason="no gcc")
@pytest.mark.parametrize("seed", range(4))
def test_random_bit_fields_lie_where_gcc_puts_them(seed: int, tmp_path: Path) -> None:
    """All ones in one member after the other: gcc writes the same bytes of the initial values."""
    rng = random.Random(seed)
    parts = []
    for number in range(6):
        base = rng.choice(list(BITS))
        parts.append(f"{base} b{number} : {rng.randint(1, BITS[base])}{attribute(rng, 0.2)};")
    own = rng.choice(["", "", " __attribute__((packed))"])
    text = f"{TYPES}struct r {{ char c; {' '.join(parts)} }}{own};\n"
    text += "".join(f"struct r v{number} = {{ .b{number} = -1 }};\n" for number in range(6))
    dump = "".join(
        f'for (unsigned i = 0; i < sizeof v{n}; i++) printf("%02x", i[(unsigned char *)&v{n}]);' for n in range(6)
    )
    (tmp_path / "bits.c").write_text(f"int printf(const char *, ...);\n{text}int main(void) {{ {dump} return 0; }}")
    assert GCC is not None
    subprocess.run([GCC, "-w", "-o", str(tmp_path / "bits"), str(tmp_path / "bits.c")], check=True)
    expected = bytes.fromhex(
        subprocess.run([str(tmp_path / "bits")], capture_output=True, text=True, check=True).stdout
    )
    used = " + ".join(f"*(char *)&v{number}" for number in range(6))
    program = load_text(f"{text}int main(void) {{ return {used}; }}", "bits.c", OPTIONS)
    found = b""
    for number in range(6):
        image = bytearray(program.globals[f"v{number}"].size)
        for piece in program.globals[f"v{number}"].pieces:
            size = piece.value.size
            image[piece.offset : piece.offset + size] = int(str(piece.value)).to_bytes(size, "little", signed=True)
        found += image
    assert found == expected
