/* The C library of a 64-bit system may have no such header; nothing in it matters here. */
