#include <stddef.h>
void *alloca(size_t size);
