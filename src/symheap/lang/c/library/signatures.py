"""The obligations of each model's parameters, as words of `symheap.lang.c.library.parameters`."""

from __future__ import annotations

from typing import Final

_FAMILIES: Final[tuple[tuple[str, str], ...]] = (
    # Nothing, or numbers only
    (
        "",
        "abort __builtin_abort __builtin_trap __builtin_unreachable _SLAyer_unreachable _SLAyer_error reach_error "
        "__VERIFIER_error symheap_error getchar getpid getppid getuid clock rand random tmpfile __errno_location "
        "__symheap_opened __symheap_conversion __symheap_keeps __symheap_signal __symheap_overlap "
        "__symheap_no_stream",
    ),
    (
        "value",
        "exit _exit _Exit quick_exit malloc _SLAyer_malloc __builtin_malloc vmalloc alloca __builtin_alloca _alloca "
        "putchar putchar_unlocked __builtin_putchar close isatty sleep usleep raise srand srandom __symheap_zeroed "
        "sqrt fabs floor ceil sin cos tan exp log log2 log10 round abs labs llabs tolower toupper isdigit islower "
        "isupper isalpha isalnum isspace isblank isprint isgraph ispunct iscntrl isxdigit __symheap_character",
    ),
    ("value value", "kmalloc kzalloc calloc __builtin_calloc aligned_alloc memalign kill pow fmod"),
    ("value value value", "__symheap_cleared"),
    # Allocation
    ("~frees", "free _SLAyer_free __builtin_free kfree vfree cfree"),
    ("~frees value", "realloc __symheap_reallocate __symheap_resized"),
    # Bytes
    ("~writes(#3) value value", "memset __builtin_memset"),
    ("~writes(#2) value", "bzero RtlZeroMemory __symheap_havoc symheap_havoc"),
    ("~writes(#3) ~reads(#3) value", "memcpy memmove __builtin_memcpy __builtin_memmove RtlCopyMemory RtlMoveMemory"),
    ("~reads(#3) ~writes(#3) value", "bcopy"),
    ("reads(#3) reads(#3) value", "memcmp"),
    ("~reads(#3) value value", "memchr"),
    # Strings
    ("~string", "strlen strdup atoi atol"),
    ("~text(#2) value", "strnlen strndup"),
    ("~copies(#2) ~string", "strcpy stpcpy"),
    ("~appends(#2) ~string", "strcat"),
    ("~writes(#3) ~text(#3) value", "strncpy"),
    ("~appends(#2) ~text(#3) value", "strncat"),
    ("~string ~string", "strcmp strcoll strcasecmp strstr strspn strcspn strpbrk"),
    ("~text(#3) ~text(#3) value", "strncmp"),
    ("~string value", "strchr strrchr"),
    ("~edits? ~string", "strtok"),
    ("~string ~writes(8)? value", "strtol strtoul"),
    ("~string ~writes(8)?", "strtod"),
    ("string", "atof getenv remove unlink chdir puts __builtin_puts"),
    ("string?", "perror system"),
    ("string string", "rename fopen"),
    ("string value", "access mkdir"),
    ("string value ...", "open"),
    ("value string", "fdopen"),
    ("value string?", "setlocale"),
    # Streams
    ("stream", "fgetc getc fclose feof ferror fileno clearerr rewind ftell"),
    ("stream?", "fflush"),
    ("stream value value", "fseek"),
    ("value stream", "ungetc fputc putc"),
    ("string stream", "fputs"),
    ("stream kept", "setbuf"),
    ("stream kept value value", "setvbuf"),
    ("string? string stream", "freopen"),
    ("~writes(#2) value stream", "fgets"),
    ("~writes(#2*#3) value value stream", "fread"),
    ("reads(#2*#3) value value stream", "fwrite"),
    ("value ~writes(#3) value", "read"),
    ("value reads(#3) value", "write"),
    ("~writes(8)?", "time"),
    # Formats
    ("format ...", "printf printk printf_s DbgPrint __builtin_printf"),
    ("format? ...", "warn warnx"),
    ("stream format ...", "fprintf fprintf_s"),
    ("value format ...", "dprintf syslog"),
    ("value format? ...", "err errx"),
    ("~writes(#2) value format ...", "snprintf"),
    ("~prints(#2) format ...", "sprintf"),
    ("scans ...", "scanf"),
    ("stream scans ...", "fscanf"),
    ("string scans ...", "sscanf"),
    # Refused
    ("refused", "gets"),
    ("refused refused", "vprintf"),
    ("refused refused refused", "vfprintf vsprintf"),
    ("refused value refused refused", "vsnprintf"),
    # Callbacks
    ("reads(#2*#3) value value calls", "qsort"),
    ("ignored reads(#3*#4) value value calls", "bsearch"),
    # An assertion has failed
    ("ignored ignored value ignored", "__assert_fail"),
    ("ignored value ignored ignored", "__assert_rtn __assert_func"),
    ("ignored ignored value", "__assert _wassert"),
    # The checks themselves, and parts of models
    ("~string", "__symheap_string __symheap_length __symheap_plain"),
    ("~copies(#2) ~string", "__symheap_copied"),
    ("ignored ~string", "__symheap_apart"),
    ("value", "__symheap_order"),
    ("~text(#2) value", "__symheap_text"),
    ("~reads(#2*#3) value value", "__symheap_readable"),
    ("~stream", "__symheap_stream __symheap_closed"),
    ("~kept", "__symheap_kept"),
    ("~writes(#2) value", "__symheap_scanned"),
    ("~writes(#2) value value value", "__symheap_formatted"),
    ("~writes(#2) value value", "__symheap_scanned_from"),
)
_KINDS: Final = (
    "_Bool bool char uchar unsigned_char schar short ushort unsigned_short int uint unsigned unsigned_int u32 long "
    "ulong unsigned_long longlong ulonglong size_t float double pointer pchar"
)
_ANYTHING: Final = (
    *("_SLAyer_nondet", "nondet", "nondet_int", "symheap_nondet", "__VERIFIER_nondet"),
    *(f"{prefix}_nondet_{kind}" for prefix in ("symheap", "__VERIFIER") for kind in _KINDS.split()),
)

SIGNATURES: Final[dict[str, str]] = {
    **{name: words for words, names in _FAMILIES for name in names.split()},
    **dict.fromkeys(_ANYTHING, ""),
}
"""Maps each model to its obligations, one word per parameter."""
