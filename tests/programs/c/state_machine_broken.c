// symheap: unsafe use-after-free at 26
// In one state the buffer is freed, but the state stays.

#include <stdlib.h>

extern int symheap_nondet_int(void);

enum state { CLOSED, OPEN, BUSY };

struct connection {
    enum state state;
    char *buffer;
};

static void handle(struct connection *c, int event)
{
    switch (c->state) {
    case CLOSED:
        if (event == 1) {
            c->buffer = malloc(16);
            c->state = OPEN;
        }
        break;
    case OPEN:
        if (event == 2) {
            c->buffer[0] = 1;
            c->state = BUSY;
        } else if (event == 3) {
            free(c->buffer);
        }
        break;
    case BUSY:
        if (event == 4)
            c->state = OPEN;
    }
}

int main(void)
{
    struct connection c = {CLOSED, NULL};
    while (symheap_nondet_int())
        handle(&c, symheap_nondet_int());
    if (c.state != CLOSED)
        free(c.buffer);
    return 0;
}
