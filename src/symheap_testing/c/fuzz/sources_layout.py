# ruff: noqa: E501
"""Layout: sizes, offsets, alignments, attributes of types and variables, initialisers."""

from __future__ import annotations

from typing import Final

from symheap_testing.c.fuzz.pieces import Source

_ALIGNED: Final = "«aligned(16)|aligned(2*8)|aligned(4*4)|aligned(sizeof(long))|aligned(1 << 4)|aligned|aligned(8)|aligned(2)|aligned(32)|aligned(1)|aligned(3 + 5)»"
_ATTRIBUTE: Final = f"__attribute__((«packed|{_ALIGNED}|packed, {_ALIGNED}|unused|may_alias|ms_struct|gcc_struct|{_ALIGNED}|designated_init»))"
_SIZES: Final = "4,8,12,16,24,32,5,6,9,2,1,3,64,13,20,40"

LAYOUT: Final = (
    Source(
        "attribute-struct",
        "«sizeof(struct S@)|sizeof(struct S@)|offsetof(struct S@, b)|_Alignof(struct S@)|sizeof(struct T@)|offsetof(struct T@, s)|(char *)&a@[1] - (char *)a@»",
        _SIZES,
        top=f"struct S@ {{ char a; «$int» b; «char c;|long c[2];|»}}« {_ATTRIBUTE}| {_ATTRIBUTE}|»;\nstruct T@ {{ char x; struct S@ s«| {_ATTRIBUTE}|»; }};\n"
        "static struct S@ a@[2];\n",
        weight=3,
    ),
    Source(
        "attribute-typedef",
        "«sizeof(T@)|_Alignof(T@)|sizeof(struct H@)|offsetof(struct H@, t)|sizeof v@|sizeof(T@) + sizeof(struct H@)»",
        _SIZES,
        top=f"typedef «int|char|short|long|struct {{ char a; int b; }}» T@ __attribute__(({_ALIGNED}));\nstruct H@ {{ char a; T@ t; }};\nstatic «T@|struct H@» v@;\n",
        weight=2,
    ),
    Source(
        "attribute-member",
        "«sizeof(struct S@)|offsetof(struct S@, b)|offsetof(struct S@, c)»",
        _SIZES,
        top=f"struct S@ {{ char a; «$int» b __attribute__((«packed|{_ALIGNED}»)); char c«| __attribute__(({_ALIGNED}))»; }};\n",
        weight=2,
    ),
    Source(
        "attribute-mode",
        "«sizeof(T@)|sizeof(struct H@)|t@|(long)t@|offsetof(struct H@, t)»",
        _SIZES + ",0,-1,44,255",
        top="typedef «int|unsigned|unsigned|int» T@ __attribute__((mode(«QI|HI|SI|DI|__QI__|byte|word|pointer»)));\nstruct H@ { char a; T@ t; };\n",
        main="T@ t@ = «300|-1|70000|«$nd»|255»;\n",
        weight=2,
    ),
    Source(
        "attribute-vector",
        "«sizeof(V@)|sizeof v@|v@[0]|v@[1]|v@[3]|sizeof(struct H@)|w@[2]»",
        _SIZES + ",0",
        top="typedef «int|short|char|float» V@ __attribute__((vector_size(«8|16|32|2*8»)));\nstruct H@ { char a; V@ v; };\n",
        main="V@ v@ = { 1, 2 };\nV@ w@ = «v@ + v@|v@|v@ * v@|v@ - 1»;\n",
        weight=1.5,
    ),
    Source(
        "attribute-variable",
        "«sizeof v@|(long)&v@ % 16|_Alignof(v@)|(long)&v@ % 64»",
        _SIZES + ",0,0",
        top=f"static «char|int|struct {{ char a; int b; }}» v@ __attribute__(({_ALIGNED}));\n",
    ),
    Source(
        "attribute-order",
        "«s@.i == 1|((char *)&s@)[0]|((char *)&s@)[3]|*(int *)&s@»",
        "0,1,16777216,2",
        top='struct S@ { int i; short h; } __attribute__((scalar_storage_order("«big-endian|little-endian»")));\n',
        main="struct S@ s@ = { 1, 2 };\n",
    ),
    Source(
        "alignas",
        "«sizeof(struct S@)|offsetof(struct S@, b)|_Alignof(struct S@)»",
        _SIZES,
        top="struct S@ { char a; _Alignas(«16|8|32|long|2 * 8|sizeof(long)|0») «char|int» b; };\n",
    ),
    Source(
        "pragma-pack",
        "«sizeof(struct S@)|offsetof(struct S@, b)|sizeof(struct T@)|offsetof(struct T@, b)»",
        _SIZES,
        top="#pragma pack(«push, 1|push, 2|push, 4|push»)\n«|#pragma pack(1)\n»struct S@ { char a; «$int» b; char c; };\n#pragma pack(pop)\nstruct T@ { char a; long b; };\n",
        weight=1.5,
    ),
    Source(
        "pragma-scalar",
        "«sizeof(struct S@)|s@.i|((char *)&s@)[0]»",
        _SIZES,
        top='«#pragma scalar_storage_order big-endian|#pragma GCC diagnostic ignored "-Wall"|#pragma GCC optimize ("O0")»\nstruct S@ { int i; };\n«#pragma scalar_storage_order default|»\n',
        main="struct S@ s@ = { 1 };\n",
        weight=0.7,
    ),
    Source(
        "layout",
        "«sizeof(struct S@)|offsetof(struct S@, b)|offsetof(struct S@, c)|sizeof(((struct S@ *)0)->c)|sizeof(union U@)|_Alignof(struct S@)|sizeof(struct S@[2])»",
        _SIZES,
        top="union U@ { char a[«3|5|9»]; «short|int|long|double» b; };\nstruct S@ { «$int» a; «union U@|$int|struct { char x; short y; }|void *|_Bool|long double» b; "
        "«char c[«3|0|5|1»]|unsigned c : 0 + 1|struct { } c|int c[]|double c»; };\n".replace("|unsigned c : 0 + 1", ""),
        weight=2,
    ),
    Source(
        "bit-field-layout",
        "«sizeof(struct S@)|sizeof(struct S@)|((unsigned char *)&s@)[0]|((unsigned char *)&s@)[1]|((unsigned char *)&s@)[2]»",
        _SIZES + ",0,255,7",
        top="struct S@ { «unsigned|int|unsigned char|unsigned short|long» a : «1|3|7»; «unsigned|char|unsigned short|unsigned long» b : «2|5|6|7»; «unsigned : 0;|int : 4;|char z;|» "
        f"«unsigned|long» c : «9|17|25»; }}«|| {_ATTRIBUTE}| __attribute__((packed))»;\n",
        main="struct S@ s@;\nmemset(&s@, 0, sizeof s@);\ns@.a = -1;\ns@.b = 1;\ns@.c = «1|-1|300»;\n",
        weight=2,
    ),
    Source(
        "initialiser",
        "«a@[0]|a@[1]|a@[2]|a@[3]|sizeof a@|s@.y|s@.z[1]|s@.z[0]|sizeof a@ / sizeof a@[0]»",
        "0,1,2,3,4,5,6,8,12,16,20",
        top="struct I@ { int x, y; short z[2]; };\n",
        main="«static |»«int|short|char» a@[«»«|4|5»] = «{ 1, 2, 3, 4 }|{ [3] = 5, [1] = 2 }|{ [1 ... 3] = 6 }|{ 1, [3] = 2 }|{ 1, 2, [0] = 3, 4, 5, 6 }»;\n"
        "«static |»struct I@ s@ = «{ 1, 2, { 3 } }|{ .y = 2 }|{ .z = { [1] = 4 }, .x = 1 }|{ 1, 2, 3, 4 }|{ .z[1] = 3, 5 }|{ 1, .x = 4, 6 }».\n".replace(
            ".\n", ";\n"
        ),
        weight=2,
    ),
    Source(
        "string-array",
        "«sizeof a@|a@[0]|a@[2]|a@[3]|strlen(b@)|sizeof b@|b@[4]»",
        "0,1,2,3,4,5,6,97,98,99",
        main='char a@[«»«|4|5»] = «"abc"|"a\\0b"|{ "abc" }|"ab" "cd"|{ \'a\', \'b\', \'c\', 0 }|"\\x41\\102"|"abcd"»;\nconst char b@[] = «"abcd"|"a\\0b"|""|"\\377\\n\\x7f"»;\n'.replace(
            "sizeof b@|b@[4]", "sizeof b@"
        ),
    ),
    Source(
        "wide-string",
        '«sizeof(L"abc")|sizeof(«u|U|u8»"ab")|L"ab"[1]|sizeof L\'a\'|sizeof \'a\'|sizeof u\'a\'|sizeof "abc"|sizeof(long double)|sizeof(wchar_t)»',
        "1,2,3,4,6,8,12,16,98",
        weight=0.7,
    ),
    Source(
        "typeof",
        "«sizeof(__typeof__(x@ + 1))|sizeof(x@ + x@)|sizeof(x@ ? x@ : 1L)|sizeof(+x@)|_Generic(x@, char: 1, short: 2, default: 3)|sizeof(x@, x@)"
        "|__builtin_types_compatible_p(__typeof__(x@), int)|sizeof(x@ == x@)|_Generic(x@ + 0, int: 4, unsigned: 5, long: 8, default: 9)|sizeof(x@++)+x@»",
        "1,2,3,4,5,8,0",
        main="«$int» x@ = «0|1|«$nd»»;\n",
        weight=1.5,
    ),
    Source(
        "array-shape",
        "«sizeof m@|sizeof m@[0]|&m@[1][0] - &m@[0][0]|m@[1][0]|*(*(m@ + 1) + 1)|sizeof(*m@)|(char *)(&m@ + 1) - (char *)&m@|(char *)(m@ + 1) - (char *)m@»",
        "0,1,2,3,4,5,6,8,12,16,24,48",
        main="«int|char|short» m@[«2|3»][«2|3|4»] = «{ { 1, 2 }, { 3, 4 } }|{ 1, 2, 3, 4, 5, 6 }|{ [1] = { 7 } }|{ { 0 } }»;\n",
    ),
)
