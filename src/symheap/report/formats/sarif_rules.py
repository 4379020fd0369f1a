"""The SARIF rules: a description of each kind of finding."""

from __future__ import annotations

from typing import Final, NamedTuple


class Rule(NamedTuple):
    name: str
    short: str
    full: str


NOT_ANALYSED: Final = "not-analysed"

RULES: Final[dict[str, Rule]] = {
    # Programs with objects
    "null": Rule("NullDereference", "A null reference is used.", "Some input makes the program use a null reference."),
    "no-such-field": Rule("NoSuchField", "A field is missing.", "The object on this path has no field of this name."),
    "no-such-method": Rule("NoSuchMethod", "A method is missing.", "No body is found for a call on this path."),
    "bad-cast": Rule(
        "BadCast", "A cast fails.", "Some input makes the program cast an object to a class it is not of."
    ),
    "type-error": Rule(
        "TypeError", "A value is of a wrong type.", "An operation has no meaning for the value it gets."
    ),
    "unbound-variable": Rule("UnboundVariable", "A variable has no value.", "A variable is read that was never set."),
    "out-of-bounds": Rule(
        "OutOfBounds", "An access is out of bounds.", "Some input makes the program read or write outside of an object."
    ),
    "negative-size": Rule(
        "NegativeSize", "An array of negative size.", "Some input asks for an array of negative size."
    ),
    "bad-array-store": Rule(
        "BadArrayStore", "An array cannot hold a value.", "A value is stored in an array whose class does not allow it."
    ),
    "division-by-zero": Rule("DivisionByZero", "A division by zero.", "Some input makes the program divide by zero."),
    "assertion": Rule("FailedAssertion", "An assertion fails.", "Some input makes an assertion of the program fail."),
    "exception": Rule(
        "EscapingException",
        "A method of the library throws.",
        "What the program hands to a method of the library makes that throw, and nothing catches the exception.",
    ),
    "stack-overflow": Rule("StackOverflow", "The stack overflows.", "Some input makes the program recur without end."),
    "failed-initializer": Rule(
        "FailedInitializer", "A class cannot be initialised.", "The initialiser of a class ends in an exception."
    ),
    # C
    "null-dereference": Rule(
        "NullPointerDereference", "A null pointer is dereferenced.", "Memory is accessed through a null pointer."
    ),
    "use-after-free": Rule(
        "UseAfterFree", "Memory is used after its release.", "An access goes to memory that was freed."
    ),
    "use-after-scope": Rule(
        "UseAfterScope", "A variable is used after its end.", "An access goes to a variable whose block was left."
    ),
    "invalid-dereference": Rule(
        "InvalidDereference", "No object is there.", "Memory is accessed at an address where there is no object."
    ),
    "double-free": Rule("DoubleFree", "Memory is freed twice.", "free gets a pointer to memory that was freed before."),
    "invalid-free": Rule("InvalidFree", "No block is freed.", "free gets a pointer that no allocation returned."),
    "write-to-constant": Rule(
        "WriteToConstant", "A constant is written to.", "A write goes to memory that is constant."
    ),
    "overlapping-copy": Rule(
        "OverlappingCopy",
        "A copy overlaps its source.",
        "memcpy, strcpy or the like gets a source and a target that overlap, which memmove alone may.",
    ),
    "invalid-call": Rule(
        "InvalidCall", "No function is called.", "A call goes through a pointer that is no function's address."
    ),
    "leak-lost": Rule("LostMemory", "Memory is lost.", "Nothing points to memory that was not released."),
    "leak-unreleased": Rule("UnreleasedMemory", "Memory is not released.", "Memory is still allocated at exit."),
    # Open questions
    NOT_ANALYSED: Rule(
        "NotAnalysed",
        "A part of the program was not analysed.",
        "A bound was met, a solver did not know, or something is not supported: beyond this place nothing is known.",
    ),
}
