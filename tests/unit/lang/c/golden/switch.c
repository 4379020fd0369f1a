/* A state machine, with fields in a union, an enumeration and a table of functions. */
enum state { IDLE, RUNNING = 3, DONE };
struct machine {
    enum state state;
    union { int count; void *data; } u;
    unsigned ready : 1;
    unsigned errors : 7;
    int (*step)(struct machine *);
};

static int advance(struct machine *m)
{
    switch (m->state) {
    case IDLE:
        m->state = RUNNING;
        m->u.count = 0;
        return 1;
    case RUNNING:
        if (++m->u.count < 10 && m->ready)
            break;
        m->state = DONE;
        /* fall through */
    default:
        m->errors++;
        return 0;
    }
    return m->ready ? 1 : -1;
}

static struct machine machine = {.state = IDLE, .ready = 1, .step = advance};

int main(void)
{
    while (machine.step(&machine) > 0)
        ;
    return machine.errors;
}
