# ruff: noqa: E501
"""Actions on memory: writes to constants, library calls on bad pointers, lifetimes, ownership, bounds."""

from __future__ import annotations

from typing import Final

from symheap_testing.c.fuzz.pieces import Deed

_MARK: Final = '!!fuzz_undefined("write to a const object");\n'
_GONE: Final = '!!fuzz_undefined("the array is gone");\n'
_POINTER: Final = (
    'char *p@ = malloc(8);\nif (!p@) return 0;\nstrcpy(p@, «"abc"|"1.5"|""|"12"»);\n'
    "«H:good|freed|freed|null|unterminated|gone|good|number»\n"
)
"""A string and its state; `STATES` defines the states."""
STATES: Final = {
    "good": "",
    "freed": "free(p@);",
    "null": "free(p@);\np@ = 0;",
    "unterminated": "memset(p@, '1', 8);",
    "gone": 'free(p@);\n{\nchar inner@[4] = "ab";\np@ = inner@;\n}',
    "short": "free(p@);\np@ = malloc(«1|2|4|7»);\nif (!p@) return 0;\np@[0] = 0;",
    "number": "free(p@);\np@ = (char *)«8|4096|1»;",
}
RELEASED: Final = {"good": "free(p@);\n", "unterminated": "free(p@);\n", "short": "free(p@);\n"}

_READERS: Final = (
    'char b@[16];\nsnprintf(b@, 16, "%s", p@);|char b@[16];\nsnprintf(b@, 16, p@);|perror(p@);|FILE *f@ = fopen(p@, "r");\nif (f@) fclose(f@);|FILE *f@ = fopen("fuzz-none", p@);\nif (f@) fclose(f@);'
    '|long u@ = (long)getenv(p@);|double d@ = atof(p@);|int x@;\nsscanf(p@, "%d", &x@);|int x@;\nsscanf("12", p@, &x@);|int f@ = open(p@, O_RDONLY);|unlink(p@);|system(p@);|printf("%s\\n", p@);|puts(p@);|fputs(p@, stdout);|long u@ = (long)atoi(p@);|long u@ = (long)strtol(p@, 0, 10);'
    '|long u@ = (long)strtod(p@, 0);|remove(p@);|rename(p@, "fuzz-other");|rename("fuzz-none", p@);|access(p@, 0);|mkdir(p@, 0700);|chdir(p@);|long u@ = (long)strlen(p@);|long u@ = (long)strcmp(p@, "abc");|long u@ = (long)strcmp("abc", p@);|long u@ = (long)strchr(p@, \'b\');|free(strdup(p@));|long u@ = (long)memchr(p@, \'z\', 8);'
    '|long u@ = (long)memcmp(p@, "abcdefgh", 8);|char b@[16] = "";\nstrcat(b@, p@);|char b@[16];\nstrcpy(b@, p@);|char b@[16];\nstrncpy(b@, p@, 8);|char b@[16];\nmemcpy(b@, p@, 8);|write(1, p@, 8);|fwrite(p@, 1, 8, stdout);|fprintf(stderr, "%s", p@);'
    '|printf(p@);|long u@ = (long)strstr("abc", p@);|long u@ = (long)strstr(p@, "b");|long u@ = (long)strspn(p@, "ab");|long u@ = (long)strspn("ab", p@);|long u@ = (long)strpbrk("ab", p@);|long u@ = (long)strtoul(p@, 0, 0);|setlocale(LC_ALL, p@);|long u@ = (long)strcasecmp(p@, "ABC");|strtok(p@, ",");|char q@[4] = "a,b";\nstrtok(q@, p@);|long u@ = (long)atol(p@);|long u@ = (long)strnlen(p@, 8);'
    '|char b@[16];\nsnprintf(b@, 16, "%d %s", 3, p@);|char b@[16];\nsnprintf(b@, 16, "%.3s", p@);|printf("%.*s", 3, p@);|char b@[16];\nsnprintf(b@, 2, "%s", p@);|snprintf(0, 0, "%s", p@);|dprintf(1, "%s", p@);'
)
_WRITERS: Final = (
    'snprintf(p@, 8, "%d", 5);|fgets(p@, 8, stdin);|fread(p@, 1, 8, stdin);|read(0, p@, 8);|memset(p@, 0, 8);|strcpy(p@, "abc");|strncpy(p@, "abc", 8);|sscanf("1 2", "%d", (int *)p@);|time((time_t *)p@);|strtol("12", (char **)p@, 10);'
    '|strtod("1.5", (char **)p@);|memmove(p@, "abcdefg", 8);|bzero(p@, 8);|stpcpy(p@, "ab");|strcat(p@, "");|printf("ab%n", (int *)p@);|sscanf("12", "%ld", (long *)p@);|sscanf("ab", "%4s", p@);|scanf("%d", (int *)p@);|bcopy("abcdefg", p@, 8);'
    '|sprintf(p@, "%d", 7);|sscanf("ab", "%c", p@);|sscanf("1", "%*d%n", (int *)p@);|sscanf("7", "%hhd", (signed char *)p@);|strncat(p@, "x", 1);'
)

DEEDS: Final = (
    Deed("lib-read", _POINTER + "«" + _READERS + "»\nRELEASE\n", weight=9),
    Deed("lib-write", _POINTER.replace("unterminated|", "short|short|") + "«" + _WRITERS + "»\nRELEASE\n", weight=4),
    Deed(
        "lib-file-state",
        'FILE *f@ = «fopen("/dev/null", "«r|w|r+»")|fopen("/dev/null", "w")|tmpfile()|0|stdin»;\n«if (!f@) return 0;|if (!f@) return 0;|»\nchar b@[8] = "abc";\n«fclose(f@);|fclose(f@);|»\n'
        "«fclose(f@);|fgetc(f@);|fputs(b@, f@);|fprintf(f@, \"%s\", b@);|fread(b@, 1, 4, f@);|fwrite(b@, 1, 4, f@);|fflush(f@);|feof(f@);|ferror(f@);|fgets(b@, 8, f@);|fseek(f@, 0, SEEK_SET);|ftell(f@);|rewind(f@);|ungetc('a', f@);|putc('a', f@);|getc(f@);|fileno(f@);|clearerr(f@);|setbuf(f@, 0);|fscanf(f@, \"%d\", (int *)b@);»\n"
        "«fclose(f@);|»\n",
        weight=4,
    ),
    Deed(
        "const-static",
        'int *p@ = (int *)«&c@|&c@|&s@.b|&t@[1]|u@[0]|&x@|(void *)&u@[1]|(void *)&v@.q»;\n«*p@ = 5;|*p@ = 5;|(*p@)++;|memset(p@, 0, 4);|memcpy(p@, "abc", 4);|set@(p@);|int y@ = *p@;|if (symheap_nondet_int() > 7) *p@ = 1;|sscanf("12", "%d", p@);»\n',
        top="static int x@ = 3;\n«static |»const int c@ = 1;\nstatic const struct { int a, b; } s@ = { 1, 2 };\nstatic const «int|int» t@[3] = { 1, 2, 3 };\nstatic int *const u@[2] = { &x@, &x@ };\nstatic struct { int a; int *const q; } v@ = { 1, &x@ };\nstatic void set@(int *p) { *p = 7; }\n",
        weight=4,
    ),
    Deed(
        "const-local",
        'int x@ = 3;\nconst int c@ = 1;\nconst struct { int a, b; } s@ = { 1, 2 };\nconst int t@[2] = { 1, 2 };\nint *const u@ = &x@;\nconst int *w@ = &x@;\nstruct { const int a; int b; } m@ = { 1, 2 };\nconst char n@[] = "abc";\n'
        "«W:const|const|const|fine»\n",
        weight=3,
    ),
    Deed(
        "const-literal",
        'char *p@ = «"hello"|t@[1]|s@.name|(char *)c@|h@|&h@[1]»;\n«p@[0] = \'x\';|p@[0] = \'x\';|strcpy(p@, "a");|memset(p@, \'a\', 1);|strtok(p@, "l");|if (p@[0] == \'h\') p@[1] = 0;|snprintf(p@, 2, "a");|strncpy(p@, "ab", 2);|char y@ = p@[0];|free(p@);|fgets(p@, 2, stdin);»\n',
        top='static char *t@[2] = { "ab", "cd" };\nstatic struct { char *name; } s@ = { "hx" };\nstatic const char c@[4] = "abc";\nstatic char h@[] = "hello";\n',
        weight=2,
    ),
    Deed(
        "const-parameter",
        "int x@ = 1;\nconst int *p@ = &x@;\n«*(int *)p@ = 2;|change@(p@);|int *q@ = (int *)&y@;\n*q@ = 2;|change@(&y@);|change@(&z@);|const int *h@ = malloc(4);\nif (h@) *(int *)h@ = 3;\nfree((void *)h@);»\n",
        top="static const int y@ = 4;\nstatic int z@ = 4;\nstatic void change@(const int *p) { *(int *)p = 3; }\n",
        weight=2,
    ),
    Deed(
        "memcpy-overlap",
        'char a@[16] = "abcdefghijklm";\nint n@ = «4|symheap_nondet_uchar()|3|8»;\nif (n@ > 8) n@ = 8;\n«memcpy|memcpy|memmove|memcpy» (a@ + «0|1|2|4|8», a@ + «0|1|2|3|8», n@);\n«strcpy(a@, a@ + «0|1|3|13»);|strncpy(a@ + 1, a@, 3);|strcat(a@, a@ + 13);|snprintf(a@, 8, "%s", a@);||||»\n',
        weight=3,
    ),
    Deed(
        "struct-overlap",
        "union { struct { int v[3]; } a; struct { int pad; struct { int v[3]; } b; } c; } u@;\nmemset(&u@, 0, sizeof u@);\n«memcpy(&u@.c.b, &u@.a, sizeof u@.a);|memmove(&u@.c.b, &u@.a, sizeof u@.a);|memcpy(&u@.a, &u@.a, sizeof u@.a);»\n",
    ),
    Deed(
        "realloc",
        "int *p@ = malloc(«2|4» * sizeof(int));\nif (!p@) return 0;\np@[0] = 1;\np@[1] = 2;\nint *q@ = «0|p@|&p@[1]»;\nsize_t n@ = «4|0|symheap_nondet_uchar()|1|8»;\nint *r@ = realloc(«p@|p@|p@|0|p@ + 1|q@», n@«| * sizeof(int)»);\n"
        "«if (r@ && n@ >= 2) r@[1] = 3;|if (r@) r@[3] = 3;|if (n@ > 7) r@[1] = 1;|p@[0] = 2;|if (q@) *q@ = 1;|»\n«free(r@);|free(p@);|if (r@) free(r@); else free(p@);|free(r@);\nfree(p@);»\n",
        weight=3,
    ),
    Deed(
        "vla-lifetime",
        "int n@ = «3|symheap_nondet_uchar()»;\nif (n@ < 2 || n@ > 6) n@ = 2;\nint *p@ = 0, s@ = 0;\n"
        "«for (int i@ = 0; i@ < 3; i@++) {\nint a@[n@];\na@[0] = i@;\n«s@ += a@[0];|if (p@) {\n"
        + _GONE
        + "s@ += *p@;\n}|if (i@ == 2) {\n"
        + _GONE
        + "*p@ = 1;\n}»\np@ = a@;\n}"
        "|{\nint a@[n@];\na@[1] = 1;\np@ = a@;\ns@ = *p@;\n}\n«"
        + _GONE
        + "s@ = *p@;|if (symheap_nondet_int() == 3) {\n"
        + _GONE
        + "*p@ = 2;\n}|»"
        "|back@:;\nint a@[n@];\na@[0] = s@;\nif (p@) {\n"
        + _GONE
        + "s@ += *p@;\n}\n«p@ = a@;|»\nif (s@++ < 3) goto back@;"
        "|p@ = alloca@();\n«"
        + _GONE
        + "s@ = *p@;|»|p@ = vla@(n@);\nif (p@) {\n"
        + _GONE
        + "s@ = *p@;\n}|fill@(n@, (int[6]){ 0 });"
        "|while (s@ < n@) {\nint a@[s@ + 1];\na@[s@] = 1;\ns@ += a@[s@];\n}»\n",
        top="static int *alloca@(void) { int *p = __builtin_alloca(8); *p = 1; return p; }\nstatic int *vla@(int n) { int a[n]; int *p = a; a[0] = 1; return «p|0»; }\nstatic void fill@(int n, int a[n]) { for (int i = 0; i <«|=» n; i++) a[i] = 1; }\n",
        weight=3,
    ),
    Deed(
        "scope-lifetime",
        'int *p@ = 0, x@ = 0;\n«{\nint y@ = 1;\np@ = &y@;\n}|{\np@ = (int[]){ 1, 2 };\n}|p@ = (int[]){ 1, 2 };|p@ = local@();|for (int i@ = 0; i@ < 2; i@++) {\nint z@ = i@;\nif (p@) {\n!!fuzz_undefined("the local is gone");\nx@ = *p@;\n}\np@ = &z@;\n}|{\nstatic int w@;\np@ = &w@;\n}|p@ = &(struct { int v; }){ 3 }.v;|switch (symheap_nondet_int()) {\nint y@;\ncase 1:\ny@ = 2;\np@ = &y@;\n}|p@ = ({ int q@ = 1; &q@; });»\n«if (p@) *p@ = 4;|if (p@) x@ = *p@;|x@ = *p@;||»\n',
        top="static int *local@(void) { «static |»int v = 2; int *p = &v; return p; }\n",
        weight=3,
    ),
    Deed(
        "temporary-lifetime",
        "«T:early|late|late|inner»\n",
        top='struct S@ { int v; char name[«8|4»]; int a[2]; };\nstatic struct S@ make@(int v) { struct S@ s = { v, "abc", { 1, 2 } }; return s; }\nstatic int first@(const char *p) { return p[0]; }\n',
        weight=2,
    ),
    Deed(
        "heap",
        "int *p@ = malloc(«4|8|sizeof(int)|16|2»), *q@ = «p@|0|malloc(4)|malloc(4)»;\nif (!p@) return 0;\n«*p@ = «$nd»;|p@[1] = 1;|*p@ = 3;»\n«if (*p@ == «$K») free(p@);|free(p@);|if (q@ == p@) q@ = 0;|if (*p@ > «$K») p@ = q@;|free(q@);|»\n«free(p@);|free(q@);|*p@ = 1;|if (q@) *q@ = 2;|free(p@ + 1);|free(p@);\nfree(q@);|if (q@ != p@) free(q@);\nfree(p@);»\n",
        weight=4,
    ),
    Deed(
        "index",
        "«$int» a@[«$small»] = { 0 };\n«$int» i@ = «$nd»;\n«if (i@ < sizeof a@ / sizeof a@[0]) |if (i@ >= 0 && i@ < «$small») |if (i@ > -1 && i@ <= «$small») |i@ &= «3|7|1|0»;\n|i@ %= «3|4|2»;\n|if (i@ < «$small») »a@[i@] = 1;\n",
        weight=4,
    ),
    Deed(
        "loop-buffer",
        "«$counted|unsigned char» n@ = «$nd», i@;\n«if (n@ > 300) n@ = 300;|if (n@ > 8) n@ = 8;»\n«char|int|short» *p@ = malloc(n@«| * sizeof *p@| * sizeof *p@|+ 1» );\nif (!p@) return 0;\nfor (i@ = 0; i@ «<|<|<=|!=» n@; i@++) p@[i@] = i@;\n«if (n@ > 0) p@[n@ - 1] = 0;|»\nfree(p@);\n",
        weight=3,
    ),
    Deed(
        "list",
        "struct N@ *l@ = 0, *t@ = 0;\n«int|unsigned char|short» k@ = 0;\nwhile (symheap_nondet_int()) {\nt@ = malloc(sizeof *t@);\nif (!t@) return 0;\nt@->next = l@;\nt@->v = «k@++|$nd|0»;\nl@ = t@;\n}\n«if (l@ && l@->next) {\nt@ = l@->next;\nl@->next = t@->next;\nfree(t@);\n}\n|for (t@ = l@; t@; t@ = t@->next) k@ -= t@->v;\n||if (k@ > 2) l@->next->v = 1;\n|if (l@) l@->v = 4;\n»while (l@) {\n«t@ = l@->next;\nfree(l@);\nl@ = t@;|t@ = l@->next;\nfree(l@);\nl@ = t@;|t@ = l@;\nl@ = l@->next;\nfree(t@);|free(l@);\nl@ = l@->next;»\n}\n",
        top="struct N@ { «struct N@ *next; $int v;|char c; $int v; struct N@ *next;|struct N@ *next; struct N@ *prev; $int v;» };\n".replace(
            "$int v", "«$int» v"
        ),
        weight=3,
    ),
    Deed(
        "flexible",
        "int n@ = symheap_nondet_uchar() & 7;\nstruct F@ *f@ = malloc(sizeof *f@ + n@«| * sizeof f@->a[0]| * sizeof f@->a[0]»);\nif (!f@) return 0;\nf@->n = n@;\nfor (int i@ = 0; i@ «<|<|<=» f@->n; i@++) f@->a[i@] = i@;\nfree(f@);\n",
        top="struct F@ { «int|char|short» n; «int|char|long» a[«|0»]; };\n",
        weight=2,
    ),
    Deed(
        "struct-copy",
        "struct S@ s@ = { malloc(4), 1 }, t@;\nif (!s@.p) return 0;\nt@ = s@;\n«*t@.p = 1;|t@.p = 0;|free(t@.p);|pass@(s@);|pass@(t@);»\n«free(s@.p);|free(t@.p);|if (t@.p == s@.p) free(s@.p);»\n",
        top="struct S@ { int *p; char k; };\nstatic void pass@(struct S@ s) { «s.p = 0;|free(s.p);|*s.p = 3;|s.k = 2;» }\n",
        weight=2,
    ),
    Deed(
        "calls",
        "«fn@ f@ = 0;|fn@ f@ = one@;|fn@ f@ = symheap_nondet_int() ? one@ : 0;»\n«f@(1);|if (f@) f@(1);|((void (*)(void))«f@|one@|x@»)();|((fn@)(long)«0|8|one@»)(2);»\n",
        top="typedef int (*fn@)(int);\nstatic int one@(int x) { return x; }\nstatic int x@[4];\n",
        weight=1.5,
    ),
    Deed(
        "punning",
        "«int|long|double» v@ = «1|$nd»;\nchar *b@ = (char *)&v@;\n«b@[«0|3|4|7|8»] = 1;|*(long *)b@ = 1;|*(short *)(b@ + «1|2|3|6») = 2;|for (int i@ = 0; i@ < «4|8»; i@++) b@[i@] = 0;|*(int *)&b@[1] = 3;|((struct { char c; int i; } *)b@)->i = 1;»\n",
        weight=2,
    ),
    Deed(
        "strings",
        'char b@[«4|5|6|8»];\n«strcpy(b@, "abc");|strcpy(b@, "abcde");|strncpy(b@, "abcd", 4);|memcpy(b@, "abc", 4);|snprintf(b@, sizeof b@, "%d", «$nd»);|strcpy(b@, "");»\n«strcat(b@, «"d"|"de"|"xyz"»);|size_t l@ = strlen(b@);\nb@[l@] = \'x\';|b@[strlen(b@) + 1] = 0;|char *e@ = strchr(b@, \'c\');\n*e@ = 0;|char *e@ = strchr(b@, \'b\');\nif (e@) e@[2] = 0;|printf("%s", b@);|strncat(b@, "defgh", sizeof b@ - strlen(b@)«| - 1»);|if (b@[3]) *(int *)0 = 1;»\n',
        weight=3,
    ),
    Deed(
        "sscanf-width",
        '«char|short|int|long» v@[«1|2»] = { 0 };\nint r@ = sscanf(«"12 34"|"7"|"x"», "«%d|%hd|%hhd|%ld|%c|%d|%2c|%3s|%s|%f|%lf|%p|%[0-9]»", (void *)v@);\n',
        weight=2,
    ),
    Deed(
        "exit-paths",
        "char *p@ = malloc(4);\nif (!p@) return 0;\n«if (symheap_nondet_int() == «$K») return 1;|if (symheap_nondet_int() > 5) exit(0);|if (symheap_nondet_int()) goto out@;|if (symheap_nondet_int() == 3) abort();|if (symheap_nondet_int()) p@ = 0;»\nfree(p@);\nout@:;\n«»",
        weight=2,
    ),
    Deed(
        "global-pointer",
        "«g@ = malloc(4);|g@ = &v@;|h@->p = malloc(4);|»\n«if (g@) *g@ = 1;|*g@ = 1;|if (h@->p) *h@->p = 2;|»\n«if (g@ != &v@) free(g@);|free(g@);|free(h@->p);|»\n",
        top="static int v@, *g@;\nstatic struct { int *p; } a@, *h@ = &a@;\n",
        weight=2,
    ),
)

CONST_LOCAL: Final = {
    "const": "«"
    + "|".join(
        f"{_MARK}{write}"
        for write in (
            "*(int *)&c@ = 2;",
            "((int *)t@)[1] = 2;",
            "*(int *)&s@.b = 3;",
            "*(int **)&u@ = 0;",
            "*(int *)&m@.a = 4;",
            "((char *)n@)[0] = 'x';",
            "memset((void *)&c@, 0, 4);",
            "memcpy((void *)t@, &x@, 4);",
            'strcpy((char *)n@, "b");',
            "*(int *)&(const int){ 3 } = 1;",
        )
    )
    + "»",
    "fine": "«*(int *)w@ = 2;|*u@ = 3;|m@.b = c@ + t@[1] + s@.b;|x@ = n@[0];»",
}
TEMPORARIES: Final = {
    "early": "int x@ = «first@(make@(1).name)|make@(1).a[1]|make@(2).name[«0|3|7»]|strlen(make@(2).name)»;\n",
    "late": '«char *p@ = make@(1).name;\n!!fuzz_undefined("the temporary is gone");\nchar y@ = p@[0];|int *p@ = make@(1).a;\n!!fuzz_undefined("the temporary is gone");\nint y@ = p@[1];|const char *p@ = (make@(1)).name;\n!!fuzz_undefined("the temporary is gone");\nfirst@(p@);|int *p@ = make@(1).a;\nif (symheap_nondet_int()) {\n!!fuzz_undefined("the temporary is gone");\n*p@ = 2;\n}»\n',
    "inner": "struct S@ s@ = make@(1);\nchar *p@ = s@.name;\np@[«0|3|4|7»] = 'x';\n",
}
