"""The machine that runs the program: clocks, seeds, properties, the environment, threads.

Two runs need not get the same answers, so each answer is an input: see `docs/adr/026-the-environment-is-an-input.md`.
With a fixed environment (`JavaTable.fixed_environment`) the answers are constants.

`MODELS` apply to all callers. `ASKED` apply to calls from the program itself. The JDK asks for properties and the size
of the machine only to configure itself, which no program observes, and gets the constants of a fresh JVM.
"""

from __future__ import annotations

from symheap.core.terms import NULL, Op, Value, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.bounds import new_exception
from symheap.lang.java.natives.model import Args, Guarded, Models
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import STRING, descriptor_of, type_of, widening
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.host import Cell, Host, Refused, Symbolic
from symheap.objects.ir import Reg

MODELS = Models()
ASKED = Models()

CURRENT_TIME_MILLIS = 1_700_000_000_000
NANO_TIME = 1_000_000_000_000
"""The clocks of a fixed environment: the same for every run and path of a program."""

SEED_UNIQUIFIER = 8682522807148012
"""The constant mixed into the seed of a new generator.  The clock, which is arbitrary, is mixed in after it."""

_TEXT = descriptor_of(STRING)

_NUMBERS: dict[str, str] = {"identityHashCode()": "I"}
_CONSULTED = {"System.getProperty": _TEXT, "System.getenv": _TEXT, "Boolean.getBoolean": "Z"}


def kind_of_answer(name: str) -> str:
    """Return the descriptor of an input from the machine, by its name; empty for any other input."""
    if is_consulted(name):
        return _CONSULTED[name.partition("(")[0]]
    return _NUMBERS.get(name.partition("@")[0], "") if "@" in name else ""


def is_consulted(name: str) -> bool:
    """Whether an input is looked up by a text, such as a property."""
    function, has_text, _ = name.partition('("')
    return bool(has_text) and function in _CONSULTED


def is_fixed(e: Emitter) -> bool:
    assert isinstance(e.link.table, JavaTable)
    return e.link.table.fixed_environment


# Numbers --------------------------------------------------------------------------------------------------------------


def _at_least(width: int, least: int) -> ir.Operation:
    def apply(value: Value) -> Value:
        if isinstance(value, int):
            return value >= least
        return not_(bitvector(Op.BVSLT, width, value, least))

    return ir.Operation("at least", apply)


def _number(name: str, constant: int | None, least: int | None = None, models: Models = MODELS) -> None:
    """Register the result of a method, by its full name: an input for each call, at least `least`."""
    owner, _, member = name.partition("(")[0].rpartition(".")
    kind = name[-1]
    shown = f"{owner.rpartition('.')[2]}.{member}()"
    _NUMBERS[shown] = kind

    def build(e: Emitter, args: Args) -> Reg:
        if is_fixed(e) and constant is not None:
            return e.constant(constant)
        result = e.register()
        e.emit(ir.Arbitrary(result, type_of(kind), shown, e.at, placed=True))
        if least is not None:
            e.emit(ir.Assume(e.compute(_at_least(32 if kind == "I" else 64, least), result), e.at))
        return result

    models.built(name)(build)


_number("java.lang.System.currentTimeMillis()J", CURRENT_TIME_MILLIS)
_number("java.lang.System.nanoTime()J", NANO_TIME)
_number("jdk.internal.misc.VM.getNanoTimeAdjustment(J)J", 0, least=0)
_number("java.lang.Runtime.availableProcessors()I", 1, least=1, models=ASKED)
for _name in ("totalMemory", "maxMemory", "freeMemory"):
    _number(f"java.lang.Runtime.{_name}()J", None, least=0, models=ASKED)


@MODELS.built("java.util.Random.seedUniquifier()J")
def seed_uniquifier(e: Emitter, args: Args) -> Reg:
    return e.constant(SEED_UNIQUIFIER)


# Generators of each thread --------------------------------------------------------------------------------------------

_OF_THREAD = "java.util.concurrent.ThreadLocalRandom"
_number(f"{_OF_THREAD}.nextInt()I", 0)
_number(f"{_OF_THREAD}.nextLong()J", 0)


def _below(a: Value, b: Value) -> Value:
    return a < b if isinstance(a, int) and isinstance(b, int) else bitvector(Op.BVSLT, 32, a, b)


@MODELS.built(f"{_OF_THREAD}.nextInt(I)I", f"{_OF_THREAD}.nextInt(II)I")
def number_within(e: Emitter, args: Args) -> Reg:
    """Return any number from the first bound up to, but not including, the second."""
    low, high = args[1:] if len(args) > 2 else (e.constant(0), args[1])
    less, result = ir.Operation("<", _below), e.register()
    valid, invalid = e.decide(e.compute(less, low, high))
    e.start(invalid)
    message = e.constant(e.link.initial.literal(_BAD_BOUNDS[len(args)]))
    e.emit(ir.Throw(new_exception(e, "java.lang.IllegalArgumentException", message), e.at))
    e.start(valid)
    e.forget_constants()
    low = args[1] if len(args) > 2 else e.constant(0)
    if is_fixed(e):
        return low
    e.emit(ir.Arbitrary(result, type_of("I"), "ThreadLocalRandom.nextInt()", e.at, placed=True))
    e.emit(ir.Assume(e.compute(ir.Operation("at least", lambda a, b: not_(_below(a, b))), result, low), e.at))
    e.emit(ir.Assume(e.compute(less, result, high), e.at))
    return result


_BAD_BOUNDS = {2: "bound must be positive", 3: "bound must be greater than origin"}


@MODELS.built(f"{_OF_THREAD}.current()L{_OF_THREAD.replace('.', '/')};")
def generator_of_thread(e: Emitter, args: Args) -> Reg:
    """Return the only object of the class; its numbers do not depend on it."""
    field = e.link.find(_OF_THREAD).static_fields["instance"]
    return e.get(e.constant(e.link.holder(_OF_THREAD)), field, dst=e.register())


# Properties -----------------------------------------------------------------------------------------------------------

PRESENT = frozenset(
    (
        *("java.version", "java.version.date", "java.vendor", "java.vendor.url", "java.home", "java.class.path"),
        *("java.runtime.name", "java.runtime.version", "java.vm.name", "java.vm.vendor", "java.vm.version"),
        *("java.vm.specification.name", "java.vm.specification.vendor", "java.vm.specification.version"),
        *("java.specification.name", "java.specification.vendor", "java.specification.version", "java.class.version"),
        *("java.library.path", "java.io.tmpdir", "os.name", "os.arch", "os.version", "file.separator"),
        *("path.separator", "line.separator", "user.name", "user.home", "user.dir"),
    )
)
"""The properties that every JVM has, by the documentation of `System.getProperties`."""


def _consulted(e: Emitter, name: str, key: Reg, present: frozenset[str] = frozenset()) -> Reg:
    result, kind = e.register(), _CONSULTED[name]
    e.emit(ir.NullCheck(key, e.at))
    e.emit(ir.Consult(result, type_of(kind), name, key, present, e.at))
    wider = widening(kind)
    return result if wider is None else e.compute(wider, result, dst=result)


@ASKED.built(f"java.lang.System.getProperty({_TEXT}){_TEXT}")
def get_property(e: Emitter, args: Args) -> Reg:
    return _consulted(e, "System.getProperty", args[0], PRESENT)


@ASKED.built(f"java.lang.System.getProperty({_TEXT}{_TEXT}){_TEXT}")
def get_property_or(e: Emitter, args: Args) -> Reg:
    value = _consulted(e, "System.getProperty", args[0], PRESENT)
    missing, given = e.decide(e.equal(value, e.constant(NULL)))
    for block, result in ((missing, args[1]), (given, value)):
        e.start(block)
        e.emit(ir.Return(result, e.at))
    return ir.DISCARD


@ASKED.built(f"java.lang.System.getenv({_TEXT}){_TEXT}")
def get_variable(e: Emitter, args: Args) -> Reg:
    return _consulted(e, "System.getenv", args[0])


@ASKED.built(f"java.lang.Boolean.getBoolean({_TEXT})Z")
def get_flag(e: Emitter, args: Args) -> Reg:
    return _consulted(e, "Boolean.getBoolean", args[0])


ASKED.refuse(
    "java.lang.System.getProperties()Ljava/util/Properties;",
    "java.lang.System.setProperties(Ljava/util/Properties;)V",
    f"java.lang.System.setProperty({_TEXT}{_TEXT}){_TEXT}",
    f"java.lang.System.clearProperty({_TEXT}){_TEXT}",
    *(f"java.lang.Integer.getInteger({_TEXT}{more})Ljava/lang/Integer;" for more in ("", "I", "Ljava/lang/Integer;")),
    *(f"java.lang.Long.getLong({_TEXT}{more})Ljava/lang/Long;" for more in ("", "J", "Ljava/lang/Long;")),
    "java.util.Locale.getDefault()Ljava/util/Locale;",
    "java.util.Locale.getDefault(Ljava/util/Locale$Category;)Ljava/util/Locale;",
    "java.nio.charset.Charset.defaultCharset()Ljava/nio/charset/Charset;",
)


# Threads --------------------------------------------------------------------------------------------------------------

_THREAD = "java.lang.Thread"
MAIN_THREAD = 1
"""The number of the thread that runs the program."""


def _of_another_thread(world: World, host: Host, args: tuple[Cell, ...]) -> None:
    """Refuse queries about the thread that runs the program; threads created by the program are known."""
    try:
        number = host.plain(host.get(args[0], _THREAD, "tid"))
    except Symbolic:
        return
    if number == MAIN_THREAD:
        raise Refused("the thread that runs the program")


ASKED.add(
    Guarded(_of_another_thread),
    *(f"{_THREAD}.{member}" for member in ("getName()Ljava/lang/String;", "getPriority()I", "isDaemon()Z")),
)
