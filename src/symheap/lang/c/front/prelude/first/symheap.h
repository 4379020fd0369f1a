/* Values that can be anything, assumptions and assertions, for programs that are written to be proved. */
#ifndef SYMHEAP_H
#define SYMHEAP_H
char symheap_nondet_char(void);
int symheap_nondet_int(void);
unsigned symheap_nondet_unsigned(void);
long symheap_nondet_long(void);
_Bool symheap_nondet_bool(void);
void *symheap_nondet_pointer(void);
void symheap_assume(int condition);
void symheap_assert(int condition);
#endif
