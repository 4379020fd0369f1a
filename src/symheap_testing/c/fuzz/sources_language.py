# ruff: noqa: E501
"""The language: order of evaluation, control flow, calls, callbacks, literals, linkage, attributes of functions."""

from __future__ import annotations

from typing import Final

from symheap_testing.c.fuzz.pieces import Source

_HARMLESS: Final = 'unused|noinline|cold|hot|pure|const|nothrow|leaf|always_inline|noclone|warn_unused_result|flatten|deprecated|visibility("hidden")|used|malloc|noreturn|returns_nonnull|optimize("O2")|section(".text.fuzz")'

LANGUAGE: Final = (
    Source(
        "argument-order",
        "«r@|g@|r@ - g@»",
        "0,1,2,3,10,12,21,-1,4",
        top="static int g@;\nstatic int next@(void) { return «++g@|g@++|g@ = g@ * 2 + 1»; }\nstatic int set@(int v) { g@ = g@ * 10 + v; return v; }\n"
        "static int sub@(int a, int b) { return «a - b|a * 10 + b|a|b»; }\nstatic int three@(int a, int b, int c) { return «a * 100 + b * 10 + c|a - c»; }\nstruct P@ { int a, b; };\n",
        main="int r@ = «sub@(next@(), next@())|sub@(set@(1), set@(2))|three@(next@(), next@(), next@())|next@() - next@()|set@(1) + set@(2)|next@() * 2 - set@(3)|sub@(next@(), g@)|sub@(g@, next@())"
        "|(set@(1), set@(2))|sub@(set@(3), sub@(set@(1), set@(2)))|((struct P@){ next@(), next@() }).b|((int[]){ set@(1), set@(2) })[0]|(set@(1) ? set@(2) : set@(3))|(set@(0) && set@(2))»;\n",
        weight=3,
    ),
    Source(
        "argument-order-memory",
        "a@[0]",
        "0,1,2",
        top="static int *take@(int **p) { int *old = *p; *p = 0; return old; }\nstatic int read@(int *p, int v) { return p ? *p : v; }\nstatic int use@(int v, int *p) { return v + (p ? *p : 0); }\nstatic int drop@(int *p) { free(p); return 1; }\n",
        main="int *p@ = malloc(sizeof *p@);\nif (!p@) return 0;\n*p@ = 1;\nint a@[2] = { 0, 0 };\n"
        "«a@[0] = use@(*p@, take@(&p@));|a@[0] = read@(take@(&p@), *p@);|a@[0] = use@(drop@(p@), p@);|a@[0] = read@(p@, drop@(p@));|int i@ = 0;\na@[i@] = «i@ = 1|i@++|++i@»;|int i@ = 0;\na@[i@++] = i@;|a@[0] = *p@ + drop@(p@);|a@[0] = drop@(p@) + *p@;»\n",
        weight=2,
    ),
    Source(
        "literals",
        '«a@ == b@|a@ != b@|a@ == "lo"|a@ < b@|a@ - b@ == 3|a@ == b@ + 3|"x" == "x"|b@ + 3 == a@|a@[0]»',
        "0,1,104",
        top='«|static const char *name@(void) { return "hello"; }\n»',
        main='const char *a@ = «"hello"|"lo"|""|"b"»;\nconst char *b@ = «"hello"|"hello"|"b"|"ab"»;\n',
        weight=2,
    ),
    Source(
        "literal-tails",
        "«a@ == b@ + «3|1|4|2»|b@ + «3|1» == a@|a@ == b@|a@ - b@ == 3»",
        "0,1",
        main='const char *b@ = «"hello"|"xlo"|"ello"»;\nconst char *a@ = «"lo"|"ello"|"o"|"llo"»;\n',
        weight=1.5,
    ),
    Source(
        "addresses",
        "«&x@ == &y@|&x@ < &y@|&x@ + 1 == &y@|&x@ == 0|p@ == q@|p@ > q@|(long)&x@ % 4|p@ == (char *)&x@»",
        "0,1,-1",
        main="int x@ = 1, y@ = 2;\nchar *p@ = malloc(4), *q@ = malloc(4);\n«free(p@);\nfree(q@);|free(p@);\nchar *t@ = malloc(4);\nif (t@ == p@) x@ = 0;\nfree(t@);\nfree(q@);|free(q@);\nfree(p@);»\n".replace(
            "p@ == q@|p@ > q@|", ""
        ),
    ),
    Source(
        "attribute-constructor",
        "«g@|g@ + 1»",
        "0,1,2,5,6",
        top="static int g@ = «0|1»;\nstatic int *h@;\n__attribute__((«constructor|constructor|constructor(101)|destructor|destructor»)) static void init@(void)\n{\n«g@ = 5;|g@++;|h@ = &g@;|*h@ = 1;|if (g@ == 5) *h@ = 1;»\n}\n",
        main="«g@ = 5;|if (h@) *h@ = 5;||*h@ = 1;|»\n",
        alone=True,
        weight=2,
    ),
    Source(
        "attribute-cleanup",
        "«g@|g@ + 1»",
        "0,1,2,5,6,10,12,21",
        top="static int g@;\nstatic void end@(«int|int» *p) { «g@ = *p;|g@++;|g@ = g@ * 10 + *p;|*p = 0;|g@ = 5;» }\nstatic void release@(void *p) { free(*(void **)p); }\n"
        "static int inside@(void)\n{\nint v __attribute__((cleanup(end@))) = 2;\n«return g@;|v = 3;\nreturn v;|if (symheap_nondet_int()) return 1;\nreturn v;»\n}\n",
        main="«{\nint v@ __attribute__((cleanup(end@))) = 1;\nv@ += 4;\n}|g@ += inside@();|inside@();|{\nchar *m@ __attribute__((cleanup(release@))) = malloc(4);\n«free(m@);|m@[0] = 1;|»\n}|for (int i@ = 0; i@ < 2; i@++) {\n__attribute__((cleanup(end@))) int v@ = i@;\n«continue;|break;|»\n}»\n",
        weight=2,
    ),
    Source(
        "attribute-alias",
        "«f@()|h@()|v@»",
        "0,1,2,3",
        top='int real@(void) { return 2; }\n«int f@(void) __attribute__((alias("real@")));|int f@(void) __attribute__((weak, alias("real@")));|__attribute__((weak)) int f@(void) { return 1; }»\n'
        "static int h@(void) { return «f@()|1|real@()»; }\nint v@ «|__attribute__((weak))|__attribute__((common))» = 3;\n",
        alone=True,
    ),
    Source(
        "attribute-weak-undefined",
        "«f@ == 0|f@ != 0»",
        "0,1",
        top="extern int f@(void) __attribute__((weak));\n",
        main="«if (f@) f@();|f@();|if (!f@) { int *p@ = 0; *p@ = 1; }»\n",
    ),
    Source(
        "attribute-function",
        "f@(«1|2|$nd»)",
        "0,1,2,3",
        top=f"__attribute__((«{_HARMLESS}»)) static int f@(int x) {{ return «x + 1|x > 0|2»; }}\n".replace(
            "malloc|noreturn|", ""
        )
        .replace("|returns_nonnull", "")
        .replace("always_inline", "always_inline, unused"),
    ),
    Source(
        "control",
        "«k@|k@ + i@»",
        "0,1,2,3,4,5,6,7,10,12",
        main="int i@ = «$nd», k@ = 0;\n"
        "«switch («i@ & 3|i@|(char)i@») {\ncase 0:\nk@ += 1;\n«break;|»\ncase 1: «case 200:|case 2 ... 5:|»\nk@ += 2;\n«break;|»\ndefault:\nk@ += 4;\n}"
        "|do {\nk@++;\n«if (k@ == 3) continue;|if (k@ > 5) break;|»\n} while (k@ < (i@ & 7));"
        "|again@:\nk@++;\nif (k@ < (i@ & 3)) goto again@;"
        "|for (int j@ = 0; j@ < 3; j@++) {\nif (j@ == i@) continue;\nk@ += j@;\n}"
        "|if (i@ > 3 && ++k@ > 0 ¦¦ i@ < 0) k@ += 2;|k@ = i@ > 2 ? i@ < 5 ? 3 : 4 : 5;|while (k@++ < 3);|k@ = ({ int t@ = i@ & 3; t@ + 1; });|k@ = i@ ?: 7;|k@ = (i@, 3);"
        "|goto *(&&one@ + (i@ & 0));\none@:\nk@ = 2;|int n@(int q) { return q + k@; }\nk@ = n@(3);»\n",
        weight=3,
    ),
    Source(
        "callback",
        "«r@|t@[i@ & 1](3)|s@.f(2)»",
        "0,1,2,3,4,5,6,9",
        top="static int inc@(int x) { return x + 1; }\nstatic int dbl@(int x) { return x * 2; }\nstatic int twice@(int (*f)(int), int x) { return f(f(x)); }\nstruct F@ { int (*f)(int); void *ctx; };\n",
        main="int i@ = «$nd»;\nint (*t@[2])(int) = { inc@, «dbl@|dbl@|0» };\nstruct F@ s@ = { «t@[i@ & 1]|inc@|t@[1]|i@ > 0 ? inc@ : dbl@», &i@ };\nint r@ = «twice@(s@.f, 1)|twice@(t@[0], i@ & 3)|s@.f ? s@.f(4) : 0|(*s@.f)(*(int *)s@.ctx & 1)»;\n",
        weight=2,
    ),
    Source(
        "recursion",
        "f@(«n@|n@ & 7|5|n@ % 4», «0|1»)",
        "0,1,2,3,5,6,10,15,120",
        top="static «int|long|unsigned char|short» f@(«int|short|unsigned char» n, int a)\n{\nif (n <= 0) return a;\nreturn «f@(n - 1, a + 1)|n + f@(n - 1, a)|f@(n - 2, a) + 1|f@(n / 2, a + n)»;\n}\n",
        main="int n@ = «$nd»;\nif (n@ > 30) n@ = 30;\n",
        weight=2,
    ),
    Source(
        "returned-struct",
        "«make@(3).a|make@(3).c[1]|s@.a|s@.c[0]|id@(s@).a|t@.c[1]»",
        "0,1,2,3,4,7",
        top="struct S@ { int a; «char|short|long» c[«2|3|9»]; };\nstatic struct S@ make@(int v) { struct S@ s = { v, { v + 1 } }; «s.c[1] = 7;|» return s; }\nstatic struct S@ id@(struct S@ s) { s.a++; return s; }\n",
        main="struct S@ s@ = make@(«1|$nd»);\nstruct S@ t@ = «s@|id@(s@)|make@(2)|(struct S@){ 1, { 2 } }»;\n«t@.a = 0;|s@ = id@(t@);|»\n",
        weight=1.5,
    ),
    Source(
        "static-local",
        "«count@()|count@() + count@()|last@»",
        "0,1,2,3,4,5",
        top="static int last@;\nstatic int count@(void) { static «int|unsigned char|short» n«| = 1| = 254»; last@ = n; return ++n; }\n",
        main="count@();\n«while (symheap_nondet_int()) count@();|»\n",
    ),
    Source(
        "vla",
        "«sizeof a@|sizeof a@ / sizeof a@[0]|n@|(char *)(a@ + 1) - (char *)a@»",
        "0,1,2,3,4,5,8,12,16,20",
        main="int n@ = «3|symheap_nondet_uchar()|symheap_nondet_int()|1»;\nif (n@ < 1 || n@ > 5) n@ = 2;\n«int|char|short» a@[n@«| + 1|++»];\n«n@ = 4;|n@++;|»\na@[«0|1|n@|n@ - 1|2»] = 1;\n",
        weight=2,
    ),
    Source(
        "two-files-function",
        "f@(«1|300|-1|$nd»)",
        "0,1,2,44,45,301,-1,255,256",
        top="extern «int|int|long|char|unsigned char|short|_Bool» f@(«int|int|long|char|unsigned char|»);\n",
        other="«int|int|long|char|short» f@(«int|int|char|unsigned char|long|short» x) { return «x + 1|x|x > 0|x + 300|-1»; }\n",
        weight=4,
    ),
    Source(
        "two-files-arguments",
        "f@(1, 2)",
        "0,1,2,3,12,21",
        top="extern «int|long|int» f@(«int, int|int, long|int, ...|char, int|long, char»);\n",
        other="int f@(«int a, int b|int a, char b|int b, int a|int a, int b, int c|int a») { return a + 1; }\n",
        weight=1,
    ),
    Source(
        "two-files-variable",
        "«v@|v@ + 1|w@[1]|w@[0]|sizeof w@ / sizeof w@[0]»",
        "0,1,2,3,4,5,255,-1,513,131073",
        top="extern «int|int|char|short|long|unsigned» v@;\nextern «int|short|char|int» w@[«2|4»];\n",
        other="«int|int|char|short|int» v@ = «1|-1|513»;\n«int|short|int» w@[«2|2|3»] = { 1, 2 };\n",
        weight=2,
    ),
    Source(
        "two-files-struct",
        "«s@.b|get@(&s@)|s@.a»",
        "0,1,2,3,4,5",
        top="struct S@ { «int|int|char» a; «int|char|short» b; };\nextern struct S@ s@;\nextern int get@(struct S@ *);\n",
        other="struct S@ { «int|int|char|short» a; «int|int|char» b; };\nstruct S@ s@ = { 3, 4 };\nint get@(struct S@ *p) { return p->b; }\n",
        weight=1.5,
    ),
    Source(
        "thread-register",
        "«g@|r@|v@»",
        "0,1,2,3",
        top="static «__thread|_Thread_local|volatile|const|» int g@ = 2;\n",
        main="register int r@ = «1|$nd»;\nvolatile int v@ = «3|r@»;\n",
        weight=0.7,
    ),
    Source(
        "asm",
        "«x@|g@»",
        "0,1,2,5,7",
        top='int g@ «|__asm__("fuzz_other@")» = 2;\n',
        main='int x@ = 1;\n«__asm__ volatile("" ::: "memory");|__asm__("movl $7, %0" : "=r"(x@));|__asm__("" : "+r"(x@));»\n',
        alone=True,
        weight=0.4,
    ),
    Source(
        "variadic",
        "«sum@(2, 3, 4)|sum@(0)|sum@(1, «$nd»)|sum@(1, 5L)»",
        "0,1,3,5,7",
        top="static int sum@(int n, ...)\n{\n__builtin_va_list list;\nint total = 0;\n__builtin_va_start(list, n);\nwhile (n-- > 0) total += __builtin_va_arg(list, int);\n__builtin_va_end(list);\nreturn total;\n}\n",
        weight=0.5,
    ),
    Source(
        "builtin",
        "«__builtin_popcount(x@)|__builtin_clz(x@ ¦ 1)|__builtin_ctz(x@ ¦ 8)|__builtin_expect(x@, 1)|__builtin_constant_p(3)|__builtin_constant_p(x@)|__builtin_add_overflow(x@, 1, &y@)|__builtin_mul_overflow(x@, 2, &y@)"
        '|__builtin_bswap32(x@)|__builtin_ffs(x@)|__builtin_abs(x@)|__builtin_strlen("abc")|__builtin_choose_expr(1, x@, y@)|__builtin_object_size(&y@, 0) == 4|__builtin_parity(x@)|__builtin_isnan(0.0)|__builtin_huge_val() > 1»',
        "0,1,2,3,4,8,31,16777216",
        main="«unsigned|int» x@ = «$nd|1|256», y@ = 0;\n",
        weight=1,
    ),
    Source(
        "pointer-number",
        "«p@ - a@|q@ - p@|(char *)q@ - (char *)a@|*q@|p@ > q@|((uintptr_t)p@ & 3)|*(int *)((uintptr_t)q@ & ~1UL)|p@ == q@ - 1|p@[1]»",
        "0,1,2,3,4,8,5",
        main="int a@[4] = { 5, 1, 2, 3 };\nint *p@ = a@ «|+ 1|+ 2», *q@ = &a@[«0|2|3|4|symheap_nondet_uchar() & 3»];\n",
        weight=2,
    ),
    Source(
        "inline-macro",
        "«SQ@(x@ + 1)|MAX@(x@++, 2)|x@|STR@[0]»",
        "0,1,2,3,4,5,9,120",
        top='#define SQ@(x) x * x\n#define MAX@(a, b) ((a) > (b) ? (a) : (b))\n#define STR@ "x" "y"\n«#if defined(__GNUC__) && __GNUC__ >= 4 && __SIZEOF_LONG__ == 8 && __CHAR_BIT__ == 8|#if __STDC_VERSION__ >= 201112L|#ifdef __x86_64__|#if __OPTIMIZE__|#if \'a\' < 0»\n#define INIT@ 2\n#else\n#define INIT@ 1\n#endif\n',
        main="int x@ = «INIT@|$nd»;\n",
        weight=1,
    ),
)
