"""2026-11-18: library functions did not check their arguments, and some undefined behaviour was accepted."""

from __future__ import annotations

import time

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Decision, Settings
from symheap.separation.proof.verdict import Word

HEAD = """
typedef unsigned long size_t; typedef struct _IO_FILE FILE; typedef __builtin_va_list va_list;
extern FILE *stdin, *stdout, *stderr;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
size_t strlen(const char *); char *strcpy(char *, const char *); char *strcat(char *, const char *);
char *strncpy(char *, const char *, size_t); char *strncat(char *, const char *, size_t);
char *strdup(const char *); char *strtok(char *, const char *); char *getenv(const char *);
FILE *fopen(const char *, const char *); FILE *freopen(const char *, const char *, FILE *); int fclose(FILE *);
int fgetc(FILE *); int getc(FILE *); int fputs(const char *, FILE *); int puts(const char *); int fflush(FILE *);
char *fgets(char *, int, FILE *); size_t fread(void *, size_t, size_t, FILE *); void perror(const char *);
int setvbuf(FILE *, char *, int, size_t);
int printf(const char *, ...); int fprintf(FILE *, const char *, ...); int vprintf(const char *, va_list);
int sprintf(char *, const char *, ...); int snprintf(char *, size_t, const char *, ...);
int scanf(const char *, ...); int sscanf(const char *, const char *, ...);
int isalpha(int); int isdigit(int); int isspace(int); int nondet_int(void);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
"""

UNSAFE = {
    "realloc0 use": ("null-dereference", "char*p=malloc(4); char*q=realloc(p,0); q[0]=1; return 0;"),
    "realloc0 double": ("double-free", "char*p=malloc(4); char*q=realloc(p,0); free(p); return 0;"),
    "realloc0 sym": (
        "double-free",
        "int n=nondet_int(); if(n<0||n>8)return 0; char*p=malloc(4); if(!realloc(p,n))free(p); return 0;",
    ),
    "realloc freed": ("double-free", "char*p=malloc(4); free(p); p=realloc(p,8); return 0;"),
    "realloc interior": ("invalid-free", "char*p=malloc(4); p=realloc(p+1,8); return 0;"),
    "realloc local": ("invalid-free", "char b[4]; char*p=realloc(b,8); return 0;"),
    "memcpy over": ("overlapping-copy", 'char b[8]="abcdefg"; memcpy(b+1,b,4); return 0;'),
    "memcpy over2": ("overlapping-copy", "char*b=malloc(8); memset(b,0,8); memcpy(b,b+2,4); free(b); return 0;"),
    "memcpy sym": (
        "overlapping-copy",
        'char b[8]="abcdefg"; int i=nondet_int(); if(i<0||i>4)return 0; memcpy(b+i,b,4); return 0;',
    ),
    "memcpy symn": (
        "overlapping-copy",
        'char b[8]="abcdefg"; int i=nondet_int(); if(i<0||i>6)return 0; memcpy(b+2,b,i); return 0;',
    ),
    "strcpy over": ("overlapping-copy", 'char b[8]="abcdefg"; strcpy(b,b+1); return 0;'),
    "strcpy over2": ("overlapping-copy", 'char b[20]="abcdefg"; strcpy(b+1,b); return 0;'),
    "strcpy same": ("overlapping-copy", 'char b[8]="abcdefg"; strcpy(b,b); return 0;'),
    "strcpy big": ("out-of-bounds", 'char b[7]; strcpy(b,"abcdefg"); return 0;'),
    "strcat over": ("overlapping-copy", 'char b[20]="abc"; strcat(b,b); return 0;'),
    "strcat over2": ("overlapping-copy", 'char b[20]="abc"; strcat(b,b+1); return 0;'),
    "strncpy over": ("overlapping-copy", 'char b[20]="abcdef"; strncpy(b,b+1,4); return 0;'),
    "strncat over": ("overlapping-copy", 'char b[20]="abcdef"; strncat(b,b+1,4); return 0;'),
    "fclose2": ("use-after-free", 'FILE*f=fopen("/dev/null","r"); if(!f)return 0; fclose(f); fclose(f); return 0;'),
    "use closed": ("use-after-free", 'FILE*f=fopen("/dev/null","r"); if(!f)return 0; fclose(f); fgetc(f); return 0;'),
    "use closed printf": (
        "use-after-free",
        'FILE*f=fopen("/dev/null","w"); if(!f)return 0; fclose(f); fprintf(f,"x"); return 0;',
    ),
    "fgetc null": ("null-dereference", "return fgetc(0);"),
    "fclose null": ("null-dereference", "FILE*f=0; return fclose(f);"),
    "fputs null": ("null-dereference", "return fputs(0,stdout);"),
    "free file": ("invalid-free", 'FILE*f=fopen("/dev/null","r"); if(!f)return 0; free(f); return 0;'),
    "use closed stdin": ("invalid-dereference", "fclose(stdin); return getc(stdin);"),
    "file malloc": ("invalid-dereference", "FILE*f=malloc(300); return fgetc(f);"),
    "calloc nocheck": (
        "null-dereference",
        "int n=nondet_int(); if(n==0)return 0; int*p=calloc(n,4); p[0]=1; free(p); return 0;",
    ),
    "strlen null": ("null-dereference", "char*p=0; return strlen(p);"),
    "memset huge": ("out-of-bounds", "char b[4]; int n=-1; memset(b,0,n); return 0;"),
    "isalpha neg": ("out-of-bounds", "return isalpha(-1000000);"),
    "isalpha sym": ("out-of-bounds", "return isdigit(nondet_int());"),
    "strtok first null": ("null-dereference", 'return strtok(0,",")!=0;'),
    "strtok freed": ("use-after-free", 'char*b=strdup("a,b"); strtok(b,","); free(b); return strtok(0,",")!=0;'),
    "strtok lit": ("write-to-constant", 'return strtok("a,b",",")!=0;'),
    "printf unterm": ("out-of-bounds", "char b[3]={'a','b','c'}; printf(\"%s\",b); return 0;"),
    "printf prec bad": ("out-of-bounds", "char b[3]={'a','b','c'}; printf(\"%.4s\",b); return 0;"),
    "printf prec neg": ("out-of-bounds", "char b[3]={'a','b','c'}; printf(\"%.*s\",-1,b); return 0;"),
    "printf prec unk": ("out-of-bounds", "char b[3]={'a','b','c'}; printf(\"%.*s\",nondet_int(),b); return 0;"),
    "printf n small": ("out-of-bounds", 'short n; printf("ab%n",(int*)&n); return 0;'),
    "printf n freed": ("use-after-free", 'int*n=malloc(4); free(n); printf("ab%n",n); return 0;'),
    "snprintf freed": ("use-after-free", 'char b[8]; char*p=strdup("x"); free(p); snprintf(b,8,"%s",p); return 0;'),
    "snprintf null": ("null-dereference", 'return snprintf(0,3,"%d",3)>9;'),
    "snprintf small": ("out-of-bounds", 'char b[2]; return snprintf(b,8,"%s","abcdef")>9;'),
    "sprintf over": ("out-of-bounds", 'char b[2]; sprintf(b,"%s","abc"); return 0;'),
    "scanf smallc": ("out-of-bounds", 'int n=0; scanf("%ld",(long*)&n); return 0;'),
    "scanf s": ("out-of-bounds", 'char b[8]; scanf("%s",b); return 0;'),
    "scanf 8s": ("out-of-bounds", 'char b[8]; scanf("%8s",b); return 0;'),
    "scanf set": ("out-of-bounds", 'char b[8]; scanf("%8[^]x]",b); return 0;'),
    "scanf c4": ("out-of-bounds", 'char d[3]; scanf("%4c",d); return 0;'),
    "scanf null": ("null-dereference", 'int*p=0; scanf("%d",p); return 0;'),
    "scanf unchecked": ("out-of-bounds", 'char b[8]; scanf("%7s",b); return strlen(b);'),
    "sscanf unterm": ("out-of-bounds", "int n; char b[2]={'1','2'}; return sscanf(b,\"%d\",&n);"),
    "perror freed": ("use-after-free", 'char*p=strdup("x"); free(p); perror(p); return 0;'),
    "qsort big": (
        "out-of-bounds",
        "static int c(const void*a,const void*b){return 0; }@int a[3]={3,1,2}; qsort(a,4,4,c); return a[0];",
    ),
    "ptr puts": ("use-after-free", 'int(*f)(const char*)=puts; char*p=strdup("x"); free(p); f(p); return 0;'),
    "struct freed": (
        "use-after-free",
        (
            'struct s{char*n; }; static void show(struct s*x){printf("%s\\n",x->n); }@struct s x; '
            'x.n=strdup("x"); free(x.n); show(&x); return 0; '
        ),
    ),
    "fread small": ("out-of-bounds", "char b[4]; fread(b,1,8,stdin); return 0;"),
    "freopen closed": (
        "use-after-free",
        'FILE*f=fopen("a","r"); if(!f)return 0; freopen("b","r",f); fgetc(f); return 0;',
    ),
    "sprintf exact small": ("out-of-bounds", 'char b[5]; sprintf(b,"%s-%c","abc",\'x\'); return 0;'),
    "sprintf str small": ("out-of-bounds", 'char b[2],s[4]="ab"; sprintf(b,"%s",s); return 0;'),
    "sprintf width": ("out-of-bounds", 'char b[5]; sprintf(b,"%5d",1); return 0;'),
    "sprintf const": ("write-to-constant", 'char *b="abc"; sprintf(b,"x"); return 0;'),
}
UNKNOWN = {
    "printf mismatch": 'printf("%d",1.5); return 0;',
    "printf mismatch2": 'printf("%s",3); return 0;',
    "printf mismatch3": 'printf("%ld",3); return 0;',
    "printf mismatch4": 'printf("%d",3l); return 0;',
    "printf few": 'printf("%d %d",3); return 0;',
    "printf nonlit": 'char*f=nondet_int()?"%s":"x"; printf(f); return 0;',
    "printf nonlit args": 'char*f=nondet_int()?"%d":"x"; printf(f,1); return 0;',
    "scanf small": 'int n=0; scanf("%ld",&n); return 0;',
    "sscanf over": 'char b[2]; return sscanf("abcdef","%s",b);',
    "getenv free": 'char*p=getenv("X"); if(p)free(p); return 0;',
    "getenv null": 'char*p=getenv("X"); return p[0];',
    "vlog": (
        "static void l(const char*f,...){va_list a; __builtin_va_start(a,f); vprintf(f,a); "
        '__builtin_va_end(a); }@char*p=strdup("x"); free(p); l("%s",p); return 0; '
    ),
    "ptr printf": 'int(*f)(const char*,...)=printf; char*p=strdup("x"); free(p); f("%s",p); return 0;',
    "setvbuf local": 'static void f(void){char b[100]; setvbuf(stdout,b,0,100); }@f(); puts("x"); return 0;',
    "sprintf d small": 'char b[11]; sprintf(b,"%d",nondet_int()); return 0;',
    "sprintf m": 'char b[5]; sprintf(b,"%m"); return 0;',
}
SAFE = {
    "strcat of nothing": 'char b[20]="abc"; strcat(b,b+3); return 0;',
    "realloc0 ok": "char*p=malloc(4); char*q=realloc(p,0); if(q)return q[0]; return 0;",
    "realloc null0": "char*p=realloc(0,0); free(p); return 0;",
    "memcpy same": 'char b[8]="abcdefg"; memcpy(b,b,4); return 0;',
    "memcpy apart": 'char b[8]="abcdefg"; memcpy(b+4,b,4); return 0;',
    "memmove over": 'char b[8]="abcdefg"; memmove(b+1,b,4); return 0;',
    "strcpy ok": 'char b[8]; strcpy(b,"abcdefg"); return 0;',
    "strcpy apart": 'char b[8]="abc"; strcpy(b+4,b); return 0;',
    "strcat ok": 'char b[20]="abc"; strcat(b,"def"); strcat(b,""); return 0;',
    "strncpy ok": 'char b[8]; strncpy(b,"abcdefghijk",8); return b[0];',
    "fopen ok": 'FILE*f=fopen("/dev/null","r"); if(!f)return 0; fgetc(f); fclose(f); return 0;',
    "fopen loop": (
        'for(int i=0; i<nondet_int(); i++){FILE*f=fopen("/dev/null","r"); if(!f)return 0; fgetc(f); '
        'fprintf(f,"%d",3); fclose(f); }return 0; '
    ),
    "close stdin": "fclose(stdin); return 0;",
    "calloc over": (
        "unsigned long n=nondet_int(); int*p=calloc(n,4); if(!p)return 0; if(n>0)p[n-1]=1; free(p); return 0; "
    ),
    "calloc neg": (
        "unsigned long n=(unsigned long)nondet_int()*0x400000000ul; if(!n)return 0; "
        "int*p=calloc(n+1,4); if(!p)return 0; p[0]=1; free(p); return 0; "
    ),
    "calloc wrap": "int*p=calloc(0x4000000000000001ul,4); if(!p)return 0; p[1]=1; free(p); return 0;",
    "calloc small": "int n=nondet_int(); if(n<1||n>1000)return 0; int*p=calloc(n,4); p[n-1]=1; free(p); return 0;",
    "isalpha char": "char c=nondet_int(); return isalpha(c)||isspace((unsigned char)c)||isdigit(-1);",
    "strtok ok": 'char b[]="a,b"; int n=0; for(char*t=strtok(b,","); t; t=strtok(0,","))n+=t[0]!=0; return n;',
    "printf prec": "char b[3]={'a','b','c'}; printf(\"%.3s\",b); printf(\"%.*s\",2,b); return 0;",
    "printf types": (
        "char c='a'; short s=1; float f=1; long l=2; unsigned u=3; void*p=0; size_t z=4; "
        'printf("%d%c%hhd%hd%f%ld%u%x%p%zu%5.2f%%%s\\n",c,c,c,s,f,l,u,u,p,z,1.0,"abc"); return 0; '
    ),
    "printf n": 'int n; long l; printf("ab%n%ln",&n,&l); return 0;',
    "printf nonlit ok": 'char*f=nondet_int()?"abc":"x"; printf(f); return 0;',
    "snprintf ok": 'char b[8]; snprintf(b,8,"%s","abcdefghijk"); puts(b); return 0;',
    "snprintf null0": 'return snprintf(0,0,"%d",3)>9;',
    "scanf d": 'int n=0; long l; scanf("%d %ld",&n,&l); return n>3;',
    "scanf 7s": 'char b[8]; if(scanf("%7s",b)!=1)return 0; return strlen(b)>7;',
    "scanf set ok": 'char b[8]; scanf("%7[^]x]",b); return 0;',
    "scanf c": 'char c=0,d[3]; scanf("%c%3c",&c,d); return c;',
    "sscanf ok": 'int n=0; return sscanf("12","%d",&n);',
    "sscanf fit": 'char b[7]; return sscanf("abcdef","%s",b);',
    "qsort ok": (
        "static int c(const void*a,const void*b){return *(int*)a-*(int*)b; }@int a[3]={3,1,2}; "
        "qsort(a,3,4,c); return a[0]; "
    ),
    "bsearch ok": (
        "static int c(const void*a,const void*b){return *(int*)a-*(int*)b; }@int a[3]={1,2,3},k=2; "
        "return bsearch(&k,a,3,4,c)!=0; "
    ),
    "fprintf err": (
        'fprintf(stderr,"x %d\\n",3); fputs("abc",stdout); puts("a long text"); perror("me"); '
        "perror(0); fflush(0); fflush(stdout); return 0; "
    ),
    "list names": (
        "struct n{char*s; struct n*x; }; @struct n*h=0; while(nondet_int()){"
        'struct n*e=malloc(sizeof *e); e->s="abc"; e->x=h; h=e; }for(struct n*p=h; p; '
        'p=p->x)printf("%s\\n",p->s); return 0; '
    ),
    "list strdup": (
        "struct n{char*s; struct n*x; }; @struct n*h=0; while(nondet_int()){"
        'struct n*e=malloc(sizeof *e); e->s=strdup("abc"); e->x=h; h=e; }for(struct n*p=h; p; '
        'p=p->x)printf("%s\\n",p->s); return 0; '
    ),
    "setvbuf null": "setvbuf(stdout,0,2,0); return 0;",
    "fread ok": "char b[4]; size_t n=fread(b,1,4,stdin); return n>4;",
    "sprintf d": 'char b[12]; return sprintf(b,"%d",nondet_int())>11;',
    "sprintf exact": 'char b[6]; return sprintf(b,"%s-%c","abc",\'x\')==5?0:b[7];',
    "sprintf str": 'char b[6],s[4]="ab"; sprintf(b,"%s",s); return 0;',
    "sprintf x": 'char b[9]; sprintf(b,"%08x",nondet_int()); return 0;',
    "snprintf len": 'char b[4]; int n=snprintf(b,4,"%s","abcdef"); if(n!=6)b[9]=1; return 0;',
}


def _decided(code: str) -> Decision:
    """Return the verdict on a body of ``main``; text before an @ is put outside of it."""
    before, _, body = code.rpartition("@")
    program = load_text(f"{HEAD}{before}\nint main(void) {{ {body} }}\n", "test.c", COptions())
    return decide(program, Settings(seconds=10.0), tools=Tools(clock=time.process_time))


@pytest.mark.parametrize("name", UNSAFE)
def test_errors_are_found(name: str) -> None:
    kind, code = UNSAFE[name]
    decision = _decided(code)
    assert (decision.word, decision.reason) == (Word.UNSAFE, kind)


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_not_understood_is_not_safe(name: str) -> None:
    assert _decided(UNKNOWN[name]).word is Word.UNKNOWN


@pytest.mark.parametrize("name", SAFE)
def test_correct_programs_are_safe(name: str) -> None:
    assert _decided(SAFE[name]).word is Word.SAFE
