#include <stddef.h>
typedef long ssize_t;
ssize_t read(int file, void *target, size_t count);
ssize_t write(int file, const void *source, size_t count);
int close(int file);
unsigned sleep(unsigned seconds);
int getpid(void);
