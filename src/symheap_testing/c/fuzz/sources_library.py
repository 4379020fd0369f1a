# ruff: noqa: E501
"""Results of the C library: lengths, comparisons, conversions, formatted text, allocation, files."""

from __future__ import annotations

from typing import Final

from symheap_testing.c.fuzz.pieces import Source

_TEXT: Final = '«"hello"|""|"a"|"ab,c"|"12x"|" -7"|"0x1f"»'

LIBRARY: Final = (
    Source(
        "lib-string",
        f'«strlen(s@)|strcmp(s@, {_TEXT}) == 0|strcmp(s@, {_TEXT}) < 0|strncmp(s@, {_TEXT}, «0|1|2»)|strchr(s@, \'l\') != 0|strspn(s@, "he")|strcspn(s@, "l")'
        f'|memcmp(s@, "hel", «1|2|0») == 0|strnlen(s@, 3)|atoi(s@)|strstr(s@, "l") != 0|strcasecmp(s@, "HELLO")|strcmp(s@, "b")|memcmp(s@, "b", 1)|strrchr(s@, \'l\') - strchr(s@, \'l\')'
        '|(strpbrk(s@, "xl") ? 1 : 0)|strcmp(s@, "a\\xff")»',
        "0,1,2,3,5,-1,12,-7,31",
        main=f"char s@[8] = {_TEXT};\n«s@[1] = symheap_nondet_char();|s@[0] = 'h';|s@[3] = 0;|»\n",
        weight=3,
    ),
    Source(
        "lib-ctype",
        "«isdigit|isalpha|isspace|isupper|isxdigit|ispunct|isalnum|tolower|toupper|isprint|islower|iscntrl»(c@)«|| == 1| > 1| != 0»",
        "0,1,2,1,8,1024,2048,97,65,16",
        main="int c@ = «'a'|'7'|' '|'A'|symheap_nondet_uchar()|-1»;\n",
        weight=2,
    ),
    Source(
        "lib-ctype-index",
        "t@[!!c@]",
        "0,1,2",
        main="int c@ = «isdigit|isalpha|isspace|isupper|isalnum»(«'a'|'7'|symheap_nondet_uchar()»);\nchar t@[2] = { 0, 0 };\n«t@[c@] = 1;|t@[c@ != 0] = 1;|t@[!!c@] = 2;»\n",
        weight=1.5,
    ),
    Source(
        "lib-number",
        '«abs(n@)|abs(n@) < 0|labs(n@)|atoi("«12|-3|4294967297|x|  9»")|strtol("«12|-3|0x1f|077|z»", 0, «10|0|16»)|atol("99999999999")|rand() < 0|(int)sqrt(16.0)|(int)floor(-0.5)'
        '|(int)fabs(-2.0)|strtoul("-1", 0, 10) > 0|(int)pow(2, 3)|(int)ceil(0.2)|(int)atof("2.5")»',
        "0,1,-1,2,3,4,12,8,31,9,-2147483648",
        main="int n@ = «-5|symheap_nondet_int()|-2147483647 - 1|0»;\n",
        weight=2,
    ),
    Source(
        "lib-snprintf",
        "«r@|strlen(b@)|b@[0]|b@[2]|b@[7] == 0»",
        "0,1,2,3,5,7,8,9,10,12,48,49,-1",
        main='char b@[8] = "zzzzzzz";\nint x@ = «5|12345|-1|symheap_nondet_int()»;\nint r@ = snprintf(b@, «8|4|0|1|8», «"%d", x@|"%s", "hello"|"%5d", x@|"ab%cd", \'x\'|"%%¦%x", x@|"hello world"|"%.2s!", "hello"'
        '|"%s-%d", "k", x@|"%-4s¦", "a"|"%ld", (long)x@|"%u", x@|"%05d", x@|"%hhd", x@|"%.3f", 1.5»);\n',
        weight=3,
    ),
    Source(
        "lib-sscanf",
        "«r@|x@|r@ + x@»",
        "0,1,2,-1,3,5,12,300,44",
        main='int x@ = «3|0»;\nint y@ = 7;\nint r@ = sscanf(«"12 5"|"x"|""|"300"|" 7 q"», «"%d", &x@|"%d %d", &x@, &y@|"%hhd", (signed char *)&x@|"%*d %d", &x@|"%i", &x@|"%x", &x@|"%hd", (short *)&x@|"%d%n", &x@, &y@»);\n',
        weight=2,
    ),
    Source(
        "lib-calloc",
        "«p@ != 0|p@ == 0|x@»",
        "0,1",
        main="«size_t|unsigned long|long|unsigned» n@ = «symheap_nondet_ulong()|0x4000000000000001|1|4611686018427387905|0x8000000000000001|«$nd»|0»;\n"
        "«if (n@ > 8 && n@ < 0x4000000000000000) return 0;|if (n@ > 0 && n@ < 0x4000000000000001) n@ = 2;»\n"
        "«int|long|short» *p@ = calloc(n@, «4|8|2|sizeof *p@|sizeof *p@»);\nint x@ = 0;\n"
        "if (p@) {\n«if (n@ > 0) x@ = p@[n@ - 1];|if (n@ > 1) x@ = p@[1];|if (n@) p@[0] = 1;|if (n@ > 3) p@[3] = 2;|»\n}\nfree(p@);\n",
        weight=3,
    ),
    Source(
        "lib-realloc",
        "«q@ != 0|q@ == 0|k@»",
        "0,1,2,7",
        main="char *p@ = malloc(4);\nif (!p@) return 0;\np@[0] = 7;\nint k@ = p@[0];\nsize_t n@ = «0|symheap_nondet_uchar()|symheap_nondet_bool()|symheap_nondet_uchar() & 3|8»;\nchar *q@ = realloc(p@, n@);\n"
        "«if (q@ && n@ > 0) k@ = q@[0];|if (q@ && n@ > 5) q@[5] = 1;|if (q@) k@ = 1;|if (q@) q@[0] = 1;»\n«free(q@);|free(q@);|if (q@) free(q@); else «free(p@)|k@ = 2»;|if (!q@) free(p@);\nfree(q@);»\n",
        weight=3,
    ),
    Source(
        "lib-malloc-zero",
        "«p@ == q@|p@ == 0|p@ != q@»",
        "0,1",
        main="char *p@ = «malloc(0)|calloc(0, 4)|realloc(0, 0)|malloc(1)|calloc(4, 0)»;\nchar *q@ = malloc(«0|1»);\n«if (p@) p@[0] = 1;||»\nint e@ = p@ == q@;\nfree(p@);\nfree(q@);\n",
    ),
    Source(
        "lib-memory",
        "«b@[0]|b@[1]|b@[3]|((unsigned char *)b@)[2]|i@|memcmp(a@, b@, 4) == 0»",
        "0,1,2,3,4,5,257,16843009,-1,255",
        main="char a@[4] = { 1, 2, 3, 4 }, b@[4] = { 5, 5, 5, 5 };\nint i@ = 0;\n«memcpy(b@, a@, «2|4|0|$small»);|memmove(b@ + 1, b@, 3);|memset(b@, «257|-1|300|0», «2|4|$small»);|memset(&i@, 1, «4|2»);|memcpy(&i@, a@, 4);"
        '|strncpy(b@, "ab", «4|2|3»);|bzero(b@, 2);|memmove(b@, b@ + 1, 3);|strncat(memset(b@, 0, 4), "abcdef", «3|2|4»);|*stpcpy(b@, "ab") = \'c\';»\n',
        weight=2,
    ),
    Source(
        "lib-sort",
        "«a@[0]|a@[3]|a@[1]|f@ ? *f@ : 9|f@ == 0»",
        "0,1,2,3,4,5,9",
        top="static int order@(const void *x, const void *y)\n{\nconst int *p = x, *q = y;\nreturn «*p - *q|*q - *p|(*p > *q) - (*p < *q)|*p < *q»;\n}\n",
        main="int a@[4] = { 3, 1, 4, «2|symheap_nondet_int()» };\nint w@ = «3|7»;\nqsort(a@, «4|4|3|5», sizeof a@[0], order@);\nint *f@ = bsearch(&w@, a@, 4, sizeof w@, order@);\n",
        weight=1.5,
    ),
    Source(
        "lib-tokens",
        "«t@ ? (t@)[0] : 0|strlen(t@)|t@ == 0|u@ == 0»",
        "0,1,2,97,98,120,3",
        main='char s@[] = «"ab,c"|",,x"|""|"abc"|"a b"»;\nchar *t@ = strtok(s@, «","|" ,"»);\nchar *u@ = strtok(0, ",");\n',
    ),
    Source(
        "lib-strdup",
        "«d@[0]|strlen(d@)|d@ == s@»",
        "0,1,2,3,104,97",
        main='char s@[] = «"hello"|""|"a"»;\nchar *d@ = «strdup(s@)|strndup(s@, «2|0|9»)»;\nif (!d@) return 0;\n«d@[«0|1|3|6»] = \'x\';|»\n«»',
        weight=1,
    ),
    Source(
        "lib-file",
        "«r@|f@ == 0»",
        "0,1,-1",
        main='int r@ = 0;\nFILE *f@ = «fopen("/dev/null", "r")|fopen("fuzz-none", "r")|tmpfile()|fopen("/dev/zero", "r")»;\n«if (f@) |if (f@) |»r@ = «fgetc(f@)|feof(f@)|fputc(\'a\', f@)|getc(f@)|ungetc(\'a\', f@)|fileno(f@) < 0|ftell(f@) < 0»;\n«if (f@) |if (f@) |»fclose(f@);\n«|if (f@) fclose(f@);\n|»',
        weight=2,
    ),
    Source(
        "lib-errno",
        '«errno|errno == 0|c@|time(0) < 0|getenv("FUZZ_NONE") == 0|getpid() > 0|access("fuzz-none", 0)|getchar() == -1»',
        "0,1,-1,2",
        main="errno = 0;\nint c@ = «0|errno|5»;\n«errno = 5;|»\n",
    ),
    Source(
        "lib-strtol-end",
        "«*e@|e@ - s@|v@|e@ == s@»",
        "0,1,2,3,12,120",
        main=f"char s@[] = {_TEXT};\nchar *e@ = 0;\nlong v@ = «strtol|strtoul»(s@, &e@, «10|0|16»);\n",
    ),
)
