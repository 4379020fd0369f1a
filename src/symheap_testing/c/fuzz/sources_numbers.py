# ruff: noqa: E501
"""Numbers: counters of different widths, conversions, promotions, bit-fields, unions, floating point."""

from __future__ import annotations

from typing import Final

from symheap_testing.c.fuzz.pieces import Source

_A: Final = "«A:unsigned char|signed char|char|unsigned short|short|_Bool|unsigned char|unsigned|float»"
_B: Final = "«B:$counted»"
_N: Final = "int n@ = symheap_nondet_int();\n«if (n@ > 400) n@ = 400;||»\n"
_STEP: Final = "«++| += 1|++| += 2»"
_NEAR: Final = "255,256,300,300,301,127,128,3,0,1,200"
_EITHER: Final = "«k@|k@|c@|k@ - c@|k@ + c@|k@ != c@|k@ > c@»"

NUMBERS: Final = (
    Source(
        "widths-loop",
        _EITHER,
        _NEAR,
        main=f"{_A} c@ = 0;\n{_B} k@ = 0;\n{_N}"
        f"«for (k@ = 0; k@ < n@; k@++) c@{_STEP};|while (n@-- > 0) {{\nc@++;\nk@++;\n}}"
        "|while (symheap_nondet_int()) {\nc@++;\nk@++;\n}|for (; k@ < n@; c@++) k@++;»\n",
        weight=4,
    ),
    Source(
        "widths-members",
        "s@.k",
        _NEAR,
        top=f"struct S@ {{ {_A} c; {_B} k; }};\n",
        main=f"struct S@ s@ = {{ 0 }};\n{_N}«while (s@.k < n@) {{\ns@.c++;\ns@.k++;\n}}"
        "|struct S@ *p@ = &s@;\nwhile (n@-- > 0) {\np@->c++;\np@->k++;\n}»\n",
        weight=2,
    ),
    Source(
        "widths-bit-field",
        "«s@.k|s@.k|s@.c»",
        "7,8,15,16,3,0,31,32,300",
        top="struct S@ { «unsigned|int|unsigned char» c : «W:3|4|5|1|8»; int k; };\n",
        main=f"struct S@ s@ = {{ 0 }};\n{_N}while (s@.k < n@) {{\ns@.c++;\ns@.k++;\n}}\n",
    ),
    Source(
        "widths-recursion",
        "g@",
        _NEAR,
        top=f"static long g@;\nstatic void r@(int n, {_A} c, {_B} k)\n{{\nif (n <= 0) {{\ng@ = «k|k|c|k - c»;\nreturn;\n}}\n"
        "r@(n - 1, c + 1, k + 1);\n}\n",
        main="int n@ = symheap_nondet_int();\n«if (n@ > 400) n@ = 400;\n|»r@(n@, 0, 0);\n",
        weight=2,
    ),
    Source(
        "widths-result",
        "k@",
        _NEAR,
        top=f"static {_A} next@({_A} c) {{ return c + 1; }}\n",
        main=f"«A» c@ = 0;\n{_B} k@ = 0;\n{_N}while (k@ < n@) {{\nc@ = next@(c@);\nk@++;\n}}\n",
    ),
    Source(
        "widths-globals",
        _EITHER,
        _NEAR,
        top=f"static {_A} c@;\nstatic {_B} k@;\nstatic void bump@(void)\n{{\nc@++;\nk@++;\n}}\n",
        main=f"{_N}while (n@-- > 0) bump@();\n",
    ),
    Source(
        "widths-pointers",
        _EITHER,
        _NEAR,
        top=f"static void bump@({_A} *c, {_B} *k)\n{{\n(*c)++;\n(*k)++;\n}}\n",
        main=f"«A» c@ = 0;\n«B» k@ = 0;\n{_N}while (n@-- > 0) bump@(&c@, &k@);\n",
    ),
    Source(
        "widths-list",
        "«k@|k@|k@ - c@»",
        _NEAR,
        top=f"struct N@ {{ struct N@ *next; {_A} c; {_B} k; }};\n",
        main="struct N@ *l@ = 0;\n«A» c@ = 0;\n«B» k@ = 0;\n"
        "while (symheap_nondet_int()) {\nstruct N@ *f@ = malloc(sizeof *f@);\nif (!f@) return 0;\nf@->next = l@;\nf@->c = c@++;\n"
        "f@->k = k@++;\nl@ = f@;\n}\n"
        "«if (l@) k@ = l@->k;\n||»while (l@) {\nstruct N@ *t@ = l@->next;\nfree(l@);\nl@ = t@;\n}\n",
    ),
    Source(
        "widths-copy",
        "«b@|a@|b@ - a@|c@ == b@|a@ + c@»",
        _NEAR + ",-1,-56,44",
        main="«$wide» a@ = «$nd»;\n«$narrow» b@ = a@«| + 1| * 2| - 200| + 100»;\n«$int» c@ = b@;\n",
        weight=3,
    ),
    Source(
        "widths-array",
        "«k@|a@[0]|k@ - a@[0]»",
        _NEAR,
        main=f"{_A} a@[2] = {{ 0, 0 }};\n{_B} k@ = 0;\n{_N}while (k@ < n@) {{\na@[0]++;\nk@++;\n}}\n",
    ),
    Source(
        "arithmetic",
        "«v@|w@|v@ + w@»",
        "0,1,-1,2,3,4,255,-128,7,100",
        main="«$int» a@ = «$nd»;\n«$int» b@ = «$nd»;\n"
        "«$wide» v@ = a@ «+|-|*|&|^» b@;\n"
        "«$int» w@ = «a@ / 3|a@ % 5|-a@ % 7|~a@ & 255|a@ >> 2|(a@ & 63) << 2|!a@|(unsigned char)(a@ + 200)|(signed char)a@"
        "|a@ < b@|(unsigned)a@ > 5u|a@ < (int)sizeof(int)|a@ < sizeof(int)|-a@|+a@|(a@, b@)|a@ ? a@ : b@|(unsigned short)a@ * 2"
        "|(a@ > 0) - (a@ < 0)|a@ == (short)a@|1 << (a@ & 15)»;\n",
        weight=4,
    ),
    Source(
        "update",
        "«a@|a@|b@»",
        "0,1,-1,2,255,254,-128,127,100,44",
        main="«$int» a@ = «$nd»;\n«$int» b@ = «a@++|++a@|a@--|--a@|a@ += 200|a@ -= 100|a@ *= 3|a@ /= 2|a@ %= 7|a@ <<= 1|a@ >>= 1"
        "|a@ ^= 85|a@ &= 15»;\n",
        weight=2,
    ),
    Source(
        "bool",
        "«b@ + 1|b@|b@ + c@»",
        "0,1,2,-1",
        main="_Bool b@ = «symheap_nondet_int()|symheap_nondet_int() & 256|0.5|symheap_nondet_double()|symheap_nondet_long()»;\n"
        "_Bool c@ = «b@|!b@|2|b@ + b@»;\n«b@++;|b@ += 3;|b@--;|b@ = -b@;|»\n",
    ),
    Source(
        "bit-field",
        "«s@.a|s@.b|s@.c|s@.a + s@.b|t@|s@.a - s@.b < 0|sizeof s@»",
        "0,1,-1,2,3,-4,7,-8,15,31,4,8",
        top="struct S@ { «signed|unsigned|int|unsigned char|short» a : «1|2|3|5|8»; «unsigned|int» b : «2|3|4|9»; «unsigned : 0;|int : 3;|» "
        "«unsigned|int|long|_Bool» c : 1; };\n",
        main="struct S@ s@ = { «1, 2, 1|0|.b = 3»};\n«s@.a = «$nd»;|s@.a++;|s@.a--;|s@.a += 3;|s@.b = s@.a;»\n«s@.b -= 1;|s@.b = «$nd»;|s@.c = 2;"
        "|s@.c = s@.b;»\nlong t@ = «(s@.a = 9)|s@.b++|s@.a = s@.b|-s@.a»;\n",
        weight=3,
    ),
    Source(
        "union",
        "«u@.c[0]|u@.c[1]|u@.s|u@.i|u@.c[«0|1|2|3»]|sizeof u@»",
        "0,1,2,3,-1,255,127,4,8,772",
        top="union U@ { int i; «unsigned char|signed char|char» c[«4|6|8»]; «short|unsigned short» s; «float f;|double d;|struct { char x, y; } p;|» };\n",
        main="union U@ u@ = { «0|1|0x01020304|-1» };\n«u@.i = «$nd»;|u@.s = «$nd»;|u@.c[1] = «$nd»;|u@.c[0] = 3;|»\n",
        weight=2,
    ),
    Source(
        "float-to-int",
        "«i@|i@ < 0|i@ == (int)0x80000000|i@ > 5»",
        "0,1,-1,3,-2147483648,2147483647,100",
        main="«double|float|double» d@ = «symheap_nondet_double()|symheap_nondet_float()|0.0 / 0.0|1e30|-1e30|symheap_nondet_int() * 0.5|1.0 / 0.0|3.99|-0.5»;\n"
        "«if (d@ != d@) {\n|if (d@ > 5.0) {\n|{\n|{\n»«int|int|short|unsigned char|long|unsigned» i@ = «d@|(int)d@|d@ + 1»;\nSINK{i@;0,1,-1,-2147483648,3,4}\n"
        "SINK{i@;0,1,-1,-2147483648,5,100}\n}\n«int|long» i@ = 0;\n",
        weight=3,
    ),
    Source(
        "int-to-float",
        "«d@ == i@|d@ > 16777216|(int)d@ - i@|(long)(d@ * 2)|d@ != d@|(int)(d@ / 2)|-d@ < d@»",
        "0,1,-1,2,100",
        main="«int|unsigned|short|int» i@ = «symheap_nondet_int()|16777217|symheap_nondet_short()|2147483647|-7»;\n«float|double» d@ = i@;\n",
        weight=2,
    ),
    Source(
        "nan",
        "«d@ == d@|d@ != d@|d@ < 1.0|!(d@ >= 1.0)|d@ > 1.0 ? 2 : 3|!d@|(d@ < 1) + (d@ > 1)|(_Bool)d@»",
        "0,1,2,3",
        main="«double|float» z@ = «0.0|symheap_nondet_int()|symheap_nondet_double()»;\n«double|float» d@ = «z@ / z@|z@ / 1.0|z@ - z@|-z@|z@ * 0.0»;\n",
        weight=2,
    ),
    Source(
        "char-sign",
        "«c@|c@ < 0|c@ + d@|c@ == d@|c@ >> 1|-c@»",
        "0,1,-1,-56,200,127,-128,255,100",
        main="char c@ = «200|'\\xff'|\"\\x80\"[0]|symheap_nondet_char()|symheap_nondet_uchar()»;\nunsigned char d@ = «c@|-1|200|symheap_nondet_uchar()»;\n",
    ),
    Source(
        "enum",
        "«A@|B@|C@|e@|sizeof e@|e@ - 1 < 0|sizeof(enum E@)|sizeof A@|C@ - B@»",
        "1,2,4,8,0,-1,255,256,300,5,6",
        top="enum E@ { A@ = «0|-1|1|200», B@«| = 255| = 300», C@ }«| __attribute__((packed))| __attribute__((packed))|»;\n"
        "«|struct H@ { enum E@ m; char t; };\n»",
        main="«enum E@|int» e@ = «A@|B@|C@|«$nd»|e@ = B@»;\n«e@++;|e@ = e@ + 300;|»\n",
        weight=3,
    ),
    Source(
        "compare",
        "«a@ < b@|a@ > b@|a@ == b@|a@ - b@ < 0|(a@ < 0) + (b@ < 0)|a@ <= b@ - 1|a@ < b@ ? 2 : 3»",
        "0,1,2,3",
        main="«$int» a@ = «$nd»;\n«$int» b@ = «$nd|-1|255|a@»;\n",
        weight=2,
    ),
    Source(
        "wide-constant",
        "«v@|v@ > 0|v@ == 4294967295|v@ >> 31|(int)v@ < 0»",
        "0,1,-1,2,255",
        main="«long|unsigned long|int|unsigned|long long» v@ = «0xffffffff|-1|2147483648|0x80000000|1u - 2|1 - 2u|~0|~0u|-2147483647 - 1|'ab'|1L << 33"
        "|sizeof(int) - 5|(char)300|07|0x7fffffff + 1»;\n",
    ),
    Source(
        "int128",
        "«(int)(v@ >> 64)|(long)v@ == 0|sizeof v@|v@ > 0»",
        "0,1,-1,16,8",
        main="«__int128|unsigned __int128» v@ = «$nd»;\n",
        weight=0.3,
    ),
)
