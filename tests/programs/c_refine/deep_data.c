// symheap: safe
// rounds: 1
// Every parcel has a box, and every box its content.

#include <stdlib.h>

extern int symheap_nondet_int(void);

struct box {
    int weight;
    int *content;
};

struct parcel {
    struct box *box;
    struct parcel *next;
};

int main(void)
{
    struct parcel *parcels = NULL;
    while (symheap_nondet_int()) {
        struct parcel *p = malloc(sizeof *p);
        p->box = malloc(sizeof *p->box);
        p->box->weight = symheap_nondet_int();
        p->box->content = malloc(sizeof(int));
        p->next = parcels;
        parcels = p;
    }
    while (parcels) {
        struct parcel *next = parcels->next;
        *parcels->box->content = parcels->box->weight;
        free(parcels->box->content);
        free(parcels->box);
        free(parcels);
        parcels = next;
    }
    return 0;
}
