// symheap: unsafe double-free at 31
// The bit is not cleared when the buffer is given away.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct header {
    unsigned kind : 3;
    unsigned owned : 1;
    unsigned length : 12;
    char *buffer;
};

int main(void)
{
    struct header h;
    h.kind = 5;
    h.owned = 0;
    h.length = 8;
    h.buffer = NULL;
    if (symheap_nondet_int()) {
        h.buffer = malloc(8);
        h.buffer[0] = 0;
        h.owned = 1;
    }
    if (h.owned && symheap_nondet_int()) {
        free(h.buffer);
    }
    if (h.owned)
        free(h.buffer);
    return h.kind;
}
