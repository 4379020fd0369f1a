#ifndef SYMHEAP_STDIO_H
#define SYMHEAP_STDIO_H
#include <stddef.h>
typedef struct symheap_file {
    char bytes[216];
} FILE;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
int printf(const char *format, ...);
int fprintf(FILE *stream, const char *format, ...);
int puts(const char *text);
int putchar(int character);
int fputs(const char *text, FILE *stream);
int fputc(int character, FILE *stream);
int getchar(void);
int fgetc(FILE *stream);
char *fgets(char *target, int count, FILE *stream);
int scanf(const char *format, ...);
int fscanf(FILE *stream, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *stream);
int fflush(FILE *stream);
size_t fread(void *target, size_t size, size_t count, FILE *stream);
size_t fwrite(const void *source, size_t size, size_t count, FILE *stream);
int getc(FILE *stream);
int putc(int character, FILE *stream);
int ungetc(int character, FILE *stream);
int snprintf(char *target, size_t count, const char *format, ...);
int sprintf(char *target, const char *format, ...);
int fseek(FILE *stream, long offset, int origin);
long ftell(FILE *stream);
void rewind(FILE *stream);
int remove(const char *name);
int rename(const char *from, const char *to);
int feof(FILE *stream);
int ferror(FILE *stream);
void perror(const char *text);
#endif
