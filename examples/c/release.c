#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  int c;
  while ((c = getchar()) != EOF) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = c;
    fresh->next = list;
    list = fresh;
  }
  while (list) {
    free(list);
    list = list->next; /* too late */
  }
  return 0;
}
