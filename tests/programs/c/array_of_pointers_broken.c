// symheap: unsafe use-after-free at 25
// An object is freed, but its pointer stays in the array.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct object {
    int value;
};

int main(void)
{
    struct object *objects[3];
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        objects[i] = malloc(sizeof(struct object));
        objects[i]->value = symheap_nondet_int();
    }
    if (symheap_nondet_int()) {
        free(objects[1]);
    }
    for (int i = 0; i < 3; i++) {
        if (objects[i])
            sum += objects[i]->value;
        free(objects[i]);
    }
    return sum;
}
