#include <stddef.h>
typedef long time_t;
typedef long clock_t;
time_t time(time_t *result);
clock_t clock(void);
