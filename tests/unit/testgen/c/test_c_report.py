"""The meaning of AddressSanitizer's reports."""

from __future__ import annotations

import pytest

from symheap.memory.errors import MemoryErrorKind as Kind
from symheap.testgen.c.report import StackFrame, reports

STACK = """    #0 0x7f0a in __interceptor_memmove ../../asan.cpp:827
    #1 0x55e2 in copy /somewhere/<harness>:3
    #2 0x55e3 in main folder/a b.c:17

0x602 is located 0 bytes
    #0 0x1 in other.c:1
"""


def test_the_first_stack_is_where_it_happened() -> None:
    (report,) = reports(f"==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x1\n{STACK}")
    assert report.what == "heap-use-after-free"
    assert report.frames[-1] == StackFrame("folder/a b.c", 17)
    assert len(report.frames) == 3


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("heap-use-after-free on address 0x6 at pc", Kind.DANGLING),
        ("stack-use-after-scope on address 0x6 at pc", Kind.SCOPE),
        ("stack-use-after-return on address 0x6 at pc", Kind.SCOPE),
        ("heap-buffer-overflow on address 0x6 at pc", Kind.BOUNDS),
        ("dynamic-stack-buffer-overflow on address 0x6 at pc", Kind.BOUNDS),
        ("global-buffer-overflow on address 0x6 at pc", Kind.BOUNDS),
        ("use-after-poison on address 0x6 at pc", Kind.BOUNDS),
        ("SEGV on unknown address 0x000000000008 (pc", Kind.NULL),
        ("SEGV on unknown address 0x000041414141 (pc", Kind.INVALID),
        ("SEGV on unknown address (pc", Kind.INVALID),
    ],
)
def test_a_name_stands_for_a_kind(text: str, kind: Kind) -> None:
    (report,) = reports(f"==9==ERROR: AddressSanitizer: {text}\n{STACK}")
    assert report.kinds[0] is kind


def test_an_address_that_no_machine_has_is_not_null() -> None:
    text = "==9==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x1\n==9==Hint: this fault was "
    (report,) = reports(f"{text}caused by a dereference of a high value address\n{STACK}")
    assert Kind.NULL not in report.kinds


def test_only_a_write_can_be_one_to_a_constant() -> None:
    text = "==9==ERROR: AddressSanitizer: SEGV on unknown address 0x55550000 (pc 0x1\n==9==The signal is caused by a "
    (write,) = reports(f"{text}WRITE memory access.\n{STACK}")
    (read,) = reports(f"{text}READ memory access.\n{STACK}")
    assert Kind.READ_ONLY in write.kinds
    assert Kind.READ_ONLY not in read.kinds


def test_what_was_freed_in_the_arena_is_dangling() -> None:
    said = "==symheap== the address is part of an object that was freed\n"
    (report,) = reports(f"{said}==9==ERROR: AddressSanitizer: use-after-poison on address 0x6 at pc 0x1\n{STACK}")
    assert report.kinds[0] is Kind.DANGLING


def test_a_bounds_check_and_what_comes_after_it_are_both_reported() -> None:
    first = "a.c:4:9: runtime error: index 3 out of bounds for type 'int [3]'\n"
    result = reports(f"{first}==symheap==ERROR: double-free: the object was freed before\n{STACK}")
    assert [report.kinds[0] for report in result] == [Kind.BOUNDS, Kind.DOUBLE_FREE]
    assert result[0].frames == (StackFrame("a.c", 4),)


def test_a_run_without_an_error_has_no_report() -> None:
    assert reports("==symheap== the program ended\n") == ()
