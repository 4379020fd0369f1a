/* The songs that are still to be played, from first to last. */
#include <stdlib.h>

struct song {
  long id;
  long seconds;
  struct song *next;
};

struct playlist {
  struct song *first;
  struct song *last;
};

struct playlist *playlist_new(void) {
  struct playlist *list = malloc(sizeof *list);
  list->first = NULL;
  list->last = NULL;
  return list;
}

/* Puts a song at the end. */
void playlist_add(struct playlist *list, long id, long seconds) {
  struct song *song = malloc(sizeof *song);
  song->id = id;
  song->seconds = seconds;
  song->next = NULL;
  if (list->last)
    list->last->next = song;
  else
    list->first = song;
  list->last = song;
}

/* Takes the first song out and returns its number; -1 if there is none. */
long playlist_play(struct playlist *list) {
  struct song *song = list->first;
  long id;
  if (!song)
    return -1;
  id = song->id;
  list->first = song->next;
  free(song);
  return id;
}

void playlist_free(struct playlist *list) {
  while (list->first)
    playlist_play(list);
  free(list);
}
