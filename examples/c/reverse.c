#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *create(void) {
  struct node *head = NULL;
  int c;
  while ((c = getchar()) != EOF) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->value = c;
    fresh->next = head;
    head = fresh;
  }
  return head;
}

static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  return done;
}

int main(void) {
  struct node *list = reverse(create());
  while (list) {
    struct node *gone = list;
    putchar(list->value);
    list = list->next;
    free(gone);
  }
  return 0;
}
