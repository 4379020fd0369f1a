/* An assertion keeps its condition and its text. */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __symheap_assert(condition, #condition)
#endif
#if !defined __cplusplus && !defined static_assert
#define static_assert _Static_assert
#endif
