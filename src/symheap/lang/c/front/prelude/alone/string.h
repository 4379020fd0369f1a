#ifndef SYMHEAP_STRING_H
#define SYMHEAP_STRING_H
#include <stddef.h>
void *memset(void *target, int byte, size_t count);
void *memcpy(void *target, const void *source, size_t count);
void *memmove(void *target, const void *source, size_t count);
int memcmp(const void *a, const void *b, size_t count);
void *memchr(const void *s, int c, size_t count);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t most);
char *strcpy(char *target, const char *source);
char *strncpy(char *target, const char *source, size_t count);
char *strcat(char *target, const char *source);
char *strncat(char *target, const char *source, size_t count);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t count);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
char *strstr(const char *s, const char *part);
size_t strspn(const char *s, const char *accepted);
size_t strcspn(const char *s, const char *rejected);
char *strpbrk(const char *s, const char *accepted);
char *strtok(char *s, const char *set);
char *strdup(const char *s);
char *strndup(const char *s, size_t most);
#endif
