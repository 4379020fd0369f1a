"""Messages for wrong use of a command: one line with the problem and the remedy."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NOT_ONE_OF = re.compile(r"(?:Value error, )?(?:'[^']*'|\S+) is not one of (.*?)\.?")
_AT_LEAST = re.compile(r"Input should be greater than or equal to (\S+)|.* is not in the range x>=(\S+?)\.?")
_AT_MOST = re.compile(r"Input should be less than or equal to (\S+)|.* is not in the range .*x<=(\S+?)\.?")


def usage_line(error: BaseException, arguments: Sequence[str]) -> str:
    """Return the message for an error of the option parser.

    The error classes exist in two copies, so they are recognised by name.
    """
    kind = next((name for name in _WORDS if name in {c.__name__ for c in type(error).__mro__}), "")
    words = _WORDS[kind](error, arguments) if kind else _message(error)
    return f"symheap: error: {words} (see {_command(error, arguments)} --help)"


def _message(error: BaseException) -> str:
    text = error.format_message() if hasattr(error, "format_message") else str(error)
    return str(text).rstrip(".")


def _command(error: BaseException, arguments: Sequence[str]) -> str:
    """Return the command that was used wrongly, as the user types it."""
    known = str(getattr(getattr(error, "ctx", None), "command_path", None) or "symheap")
    has_word = known == "symheap" and arguments and re.fullmatch(r"[a-z]+", arguments[0])
    return f"symheap {arguments[0]}" if has_word and not _is_unknown_command(error) else known


def _is_unknown_command(error: BaseException) -> bool:
    return _message(error).startswith("No such command")


def _missing(error: BaseException, arguments: Sequence[str]) -> str:
    parameter = getattr(error, "param", None)
    name = getattr(parameter, "metavar", None) or str(getattr(parameter, "name", "an argument")).upper()
    return f"{name} is missing"


def _no_option(error: BaseException, arguments: Sequence[str]) -> str:
    near = sorted(getattr(error, "possibilities", None) or ())
    return f"there is no option {getattr(error, 'option_name', '')}" + (f"; did you mean {_or(near)}?" if near else "")


def _option_use(error: BaseException, arguments: Sequence[str]) -> str:
    option, message = getattr(error, "option_name", ""), _message(error)
    if "requires" in message:
        return f"{option} needs a value"
    return f"{option} takes no value" if "does not take a value" in message else message


def _bad_value(error: BaseException, arguments: Sequence[str]) -> str:
    parameter = getattr(error, "param", None)
    flags = [str(each) for each in getattr(parameter, "opts", ())]
    name = next((f for f in flags if f.startswith("--")), None) or getattr(parameter, "metavar", None)
    if not name:
        return _message(error)
    message = str(getattr(error, "message", error))
    expected = _wanted(message)
    given = _given(arguments, flags)
    if expected is None:
        return f"{name}: {message.rstrip('.')}"
    return f"{name} must be {expected}" + (f", not {given!r}" if given is not None else "")


def _wanted(message: str) -> str | None:
    """Return the expected value; None if the message already comes from us."""
    if (one := _NOT_ONE_OF.fullmatch(message)) is not None:
        return f"one of {one[1].replace(chr(39), '')}"
    if "valid integer" in message or "valid int range" in message:
        return "a whole number"
    if "valid number" in message or "valid float" in message:
        return "a number"
    for pattern, words in ((_AT_LEAST, "at least"), (_AT_MOST, "at most")):
        if (bound := pattern.fullmatch(message)) is not None:
            return f"{words} {bound[1] or bound[2]}"
    return message.removeprefix("must be ") if message.startswith("must be ") else None


def _given(arguments: Sequence[str], flags: Sequence[str]) -> str | None:
    """Return the value that the command line gives to an option."""
    given: str | None = None
    for at, word in enumerate(arguments):
        if word in flags and at + 1 < len(arguments):
            given = arguments[at + 1]
        elif word.partition("=")[0] in flags and "=" in word:
            given = word.partition("=")[2]
    return given


def _wrong_use(error: BaseException, arguments: Sequence[str]) -> str:
    message = _message(error)
    extra = re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", message)
    if extra is not None:
        return f"{extra[1]} is unexpected on the command line"
    if message == "Missing command":
        return "name a command"
    unknown = re.fullmatch(r"No such command '(.*?)'\.?(.*)", message)
    if unknown is not None:
        near = unknown[2].strip().replace("'", "").replace("Did you mean", "did you mean")
        return f"there is no command {unknown[1]}" + (f"; {near}" if near else "")
    return message


def _or(words: Sequence[str]) -> str:
    return " or ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} or {words[-1]}"


_WORDS = {
    "MissingParameter": _missing,
    "NoSuchOption": _no_option,
    "BadOptionUsage": _option_use,
    "BadParameter": _bad_value,
    "UsageError": _wrong_use,
}
"""Special cases come first."""
