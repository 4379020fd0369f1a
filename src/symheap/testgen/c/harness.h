/* What the text of a program that is replayed calls; see harness.c.

   Names begin with __symheap_, and no header is included: the program's own names are its own. */

typedef __SIZE_TYPE__ __symheap_size;
typedef __UINTPTR_TYPE__ __symheap_address;
typedef unsigned long long __symheap_u64;

void __symheap_exit(void);
void __symheap_error(const char *kind, const char *what);
void __symheap_assert(int holds, const char *text);
void __symheap_assume(int holds);
void __symheap_diverge(const char *what);

void *__symheap_value(int site);
void *__symheap_havoc(int site, void *target, __symheap_size size);
int __symheap_enter(int site);
void __symheap_local(int site, int entry, void *target, __symheap_size size);
void __symheap_global(int thing, void *target, __symheap_size size);

void *__symheap_alloc(int site, __symheap_size size, int zero);
void *__symheap_alloca(int site, void *place, __symheap_size size);
void *__symheap_realloc(int site, void *old, __symheap_size size);
void __symheap_free(void *place);
void *__symheap_enter_local(void *before, __symheap_size size);
void __symheap_leave_local(void *place);

const void *__symheap_called(const void *place);
void __symheap_use(int none, ...);
void __symheap_print(const char *format, ...);
void *__symheap_memcpy(void *, const void *, __symheap_size) __asm__("memcpy");
void *__symheap_memmove(void *, const void *, __symheap_size) __asm__("memmove");
void *__symheap_memset(void *, int, __symheap_size) __asm__("memset");

