"""Loggers: opaque services of level INFO, whose output is ignored.

Each name has one logger. They form a list with `Logger.global` as its head, linked by `parent`; a program's own use of
the parent is refused. Messages are not formatted, but a supplier of a message is called.
"""

from __future__ import annotations

from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.lang.java.natives.services.opaque import new, only_exactly
from symheap.lang.java.values import operations
from symheap.objects import ir
from symheap.objects.host import Cell, Host, Throws
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]
_LOGGER, _LEVEL, _SUPPLIER = "java.util.logging.Logger", "java.util.logging.Level", "java.util.function.Supplier"
_OBJECT, _TEXT, _THROWABLE = "Ljava/lang/Object;", "Ljava/lang/String;", "Ljava/lang/Throwable;"
_OF_LEVEL, _SUPPLIED = f"L{_LEVEL.replace('.', '/')};", f"L{_SUPPLIER.replace('.', '/')};"
SERVICES = (_LOGGER,)
_INFO = 800
"""The value of a logger's default level; a program that sets another one is refused."""


@MODELS.built(f"{_LOGGER}.<clinit>()V")
def first_logger(e: Emitter, args: Args) -> None:
    made = new(e, _LOGGER)
    fields = e.link.find(_LOGGER)
    name = e.constant(e.link.initial.literal("global"))
    e.put(made, fields.fields["name", _TEXT].field, name)
    e.put(e.constant(e.link.holder(_LOGGER)), fields.static_fields["global"], made)


@MODELS.python(f"{_LOGGER}.getLogger({_TEXT})L{_LOGGER.replace('.', '/')};")
def get_logger(host: Host, args: Cells) -> Cell:
    """Return the logger of that name; a new one becomes the second in the list."""
    if host.is_null(args[0]):
        raise Throws("java.lang.NullPointerException")
    name = host.literal(host.text(args[0]))
    head = at = host.get_static(_LOGGER, "global")
    while not host.is_null(at):
        if host.same(host.get(at, _LOGGER, "name"), name):
            return at
        at = host.get(at, _LOGGER, "parent")
    made = host.new(_LOGGER)
    host.put(made, _LOGGER, "name", name)
    host.put(made, _LOGGER, "parent", host.get(head, _LOGGER, "parent"))
    host.put(head, _LOGGER, "parent", made)
    return made


@MODELS.built(f"{_LOGGER}.getName(){_TEXT}")
def get_name(e: Emitter, args: Args) -> Reg:
    only_exactly(e, args[0], _LOGGER, f"{_LOGGER}.getName(){_TEXT}")
    return e.get(args[0], e.link.find(_LOGGER).fields["name", _TEXT].field, dst=e.register())


@MODELS.built(f"{_LOGGER}.isLoggable({_OF_LEVEL})Z")
def is_loggable(e: Emitter, args: Args) -> Reg:
    only_exactly(e, args[0], _LOGGER, f"{_LOGGER}.isLoggable({_OF_LEVEL})Z")
    return e.compute(operations.Z2I, _at_least_info(e, args[1]), dst=e.register())


def _at_least_info(e: Emitter, level: Reg) -> Reg:
    value = e.register()
    call_named(e, value, _LEVEL, "intValue", "()I", (level,), static=False)
    return e.compute(operations.ICMP_GE, value, e.constant(_INFO), dst=e.register())


# Logging


def _dropped(parameters: str) -> None:
    """Register `Logger.log` of a given message: only the level is checked."""
    name = f"{_LOGGER}.log({_OF_LEVEL}{parameters})V"

    @MODELS.built(name)
    def log(e: Emitter, args: Args) -> None:
        only_exactly(e, args[0], _LOGGER, name)
        e.emit(ir.NullCheck(args[1], e.at))


def _at_level(method: str, *, loggable: bool) -> None:
    """Register the methods named after a level, for a message and for a supplied one."""
    for parameter in (_TEXT, _SUPPLIED):
        name = f"{_LOGGER}.{method}({parameter})V"

        def log(e: Emitter, args: Args, name: str = name, *, asks: bool = loggable and parameter == _SUPPLIED) -> None:
            only_exactly(e, args[0], _LOGGER, name)
            if asks:
                _ask(e, args[1])

        MODELS.built(name)(log)


def _supplied(parameters: str) -> None:
    """Register `Logger.log` with a supplier of the message, which is the last argument."""
    name = f"{_LOGGER}.log({_OF_LEVEL}{parameters}{_SUPPLIED})V"

    @MODELS.built(name)
    def log(e: Emitter, args: Args) -> None:
        only_exactly(e, args[0], _LOGGER, name)
        logged, dropped = e.decide(_at_least_info(e, args[1]))
        e.start(logged)
        _ask(e, args[-1])
        e.jump(dropped)
        e.start(dropped)


def _ask(e: Emitter, supplier: Reg) -> None:
    """Call the supplier; the compiler's cast of its result is part of the JDK's code."""
    text = e.register()
    call_named(e, text, _SUPPLIER, "get", f"(){_OBJECT}", (supplier,), static=False)
    e.cast(text, "java.lang.String")


for _parameters in (_TEXT, _TEXT + _OBJECT, f"{_TEXT}[{_OBJECT}", _TEXT + _THROWABLE):
    _dropped(_parameters)
for _method in ("severe", "warning", "info"):
    _at_level(_method, loggable=True)
for _method in ("config", "fine", "finer", "finest"):
    _at_level(_method, loggable=False)
for _parameters in ("", _THROWABLE):
    _supplied(_parameters)
