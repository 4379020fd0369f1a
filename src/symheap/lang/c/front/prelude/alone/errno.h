int *__errno_location(void);
#define errno (*__errno_location())
#define ENOMEM 12
#define EINVAL 22
