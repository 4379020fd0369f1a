#include <stdlib.h>

struct item {
  int value;
  struct item *next;
};

struct item *push(struct item *queue, int value) {
  struct item *fresh = malloc(sizeof *fresh);
  fresh->value = value;
  fresh->next = queue;
  return fresh;
}

int length(const struct item *queue) {
  int count = 0;
  for (; queue; queue = queue->next)
    count++;
  return count;
}

struct item *drop(struct item *queue) {
  struct item *rest = queue->next;
  free(queue);
  return rest;
}
