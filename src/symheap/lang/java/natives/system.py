"""System, Runtime, the virtual machine: a JVM that has started, on a machine without an environment."""

from __future__ import annotations

from symheap.core.terms import NULL
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.objects.host import Cell, Host, Throws
from symheap.objects.ir import Reg
from symheap.objects import ir

MODELS = Models()
Cells = tuple[Cell, ...]

CURRENT_TIME_MILLIS = 1_700_000_000_000
NANO_TIME = 1_000_000_000_000
"""Time stands still: every run of a program, and every path of it, sees the same."""

PROPERTIES = {
    "file.encoding": "UTF-8",
    "file.separator": "/",
    "java.io.tmpdir": "/tmp",
    "java.specification.name": "Java Platform API Specification",
    "java.vendor": "symheap",
    "line.separator": "\n",
    "native.encoding": "UTF-8",
    "os.arch": "amd64",
    "os.name": "Linux",
    "path.separator": ":",
    "user.country": "US",
    "user.dir": "/",
    "user.home": "/",
    "user.language": "en",
    "user.name": "user",
    "user.timezone": "UTC",
}
"""System properties; all others are not set."""


def _constant(name: str, value: int) -> None:
    MODELS.built(name)(lambda e, args: e.constant(value))


_constant("java.lang.System.currentTimeMillis()J", CURRENT_TIME_MILLIS)
_constant("java.lang.System.nanoTime()J", NANO_TIME)
_constant("java.lang.Runtime.availableProcessors()I", 1)
_constant("java.lang.Runtime.totalMemory()J", 1 << 28)
_constant("java.lang.Runtime.maxMemory()J", 1 << 30)
_constant("java.lang.Runtime.freeMemory()J", 1 << 27)
_constant("java.util.concurrent.ForkJoinPool.getCommonPoolParallelism()I", 1)
_constant("jdk.internal.misc.VM.isBooted()Z", 1)
_constant("jdk.internal.misc.VM.isModuleSystemInited()Z", 1)
_constant("jdk.internal.misc.VM.initLevel()I", 4)
_constant("jdk.internal.misc.VM.getNanoTimeAdjustment(J)J", 0)

MODELS.nothing(
    "java.lang.System.getSecurityManager()Ljava/lang/SecurityManager;",
    "java.lang.System.allowSecurityManager()Z",
    "java.lang.System.getenv(Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.Runtime.gc()V",
    "jdk.internal.misc.VM.initialize()V",
    "jdk.internal.misc.VM.<clinit>()V",
    "jdk.internal.access.SharedSecrets.<clinit>()V",
    "java.lang.ref.Reference.<clinit>()V",
    "jdk.internal.misc.VM.getSavedProperty(Ljava/lang/String;)Ljava/lang/String;",
    "jdk.internal.misc.CDS.isDumpingClassList0()Z",
    "jdk.internal.misc.CDS.isDumpingArchive0()Z",
    "jdk.internal.misc.CDS.isSharingEnabled0()Z",
    "jdk.internal.misc.CDS.getCDSConfigStatus()I",
    "jdk.internal.misc.CDS.initializeFromArchive(Ljava/lang/Class;)V",
    "jdk.internal.misc.CDS.getRandomSeedForDumping()J",
    "jdk.internal.misc.CDS.logLambdaFormInvoker(Ljava/lang/String;)V",
    "jdk.internal.misc.CDS.needsClassInitBarrier0(Ljava/lang/Class;)Z",
    "java.util.concurrent.atomic.AtomicLong.VMSupportsCS8()Z",
)
MODELS.refuse(
    "java.lang.System.exit(I)V",
    "java.lang.Runtime.exit(I)V",
    "java.lang.Runtime.halt(I)V",
    "java.lang.System.getenv()Ljava/util/Map;",
    "java.lang.System.getProperties()Ljava/util/Properties;",
    "java.lang.System.setProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
    "java.lang.System.setOut(Ljava/io/PrintStream;)V",
    "java.lang.System.setErr(Ljava/io/PrintStream;)V",
    "java.lang.System.setIn(Ljava/io/InputStream;)V",
    "java.lang.System.console()Ljava/io/Console;",
)


@MODELS.python("java.lang.System.getProperty(Ljava/lang/String;)Ljava/lang/String;")
def get_property(host: Host, args: Cells) -> Cell:
    value = PROPERTIES.get(_key(host, args[0]))
    return host.null() if value is None else host.literal(value)


@MODELS.python("java.lang.System.getProperty(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;")
def get_property_or(host: Host, args: Cells) -> Cell:
    value = PROPERTIES.get(_key(host, args[0]))
    return args[1] if value is None else host.literal(value)


def _key(host: Host, cell: Cell) -> str:
    if host.is_null(cell):
        raise Throws("java.lang.NullPointerException", "key can't be null")
    text = host.text(cell)
    if not text:
        raise Throws("java.lang.IllegalArgumentException", "key can't be empty")
    return text


@MODELS.python("java.lang.System.lineSeparator()Ljava/lang/String;")
def line_separator(host: Host, args: Cells) -> Cell:
    return host.literal("\n")


@MODELS.built("java.util.Locale.initDefault()Ljava/util/Locale;")
def default_locale(e: Emitter, args: Args) -> Reg:
    """`Locale.US`, which the initialiser of the class has made by then."""
    field = e.link.java_class.static_fields["US"]
    return e.get(e.constant(e.link.holder("java.util.Locale")), field, dst=e.register())


# Privileges: there is no security manager.

_ACTION, _EXCEPTION_ACTION = "Ljava/security/PrivilegedAction;", "Ljava/security/PrivilegedExceptionAction;"
_CONTEXT = "Ljava/security/AccessControlContext;"


def _do_privileged(action: str) -> None:
    owner = action[1:-1].replace("/", ".")
    controller = "java.security.AccessController.doPrivileged"

    def build(e: Emitter, args: Args) -> Reg:
        result = e.register()
        call_named(e, result, owner, "run", "()Ljava/lang/Object;", (args[0],), static=False)
        return result

    for more in ("", _CONTEXT):
        MODELS.built(f"{controller}({action}{more})Ljava/lang/Object;")(build)


_do_privileged(_ACTION)
MODELS.refuse(
    f"java.security.AccessController.doPrivileged({_EXCEPTION_ACTION})Ljava/lang/Object;",
    f"java.security.AccessController.doPrivileged({_EXCEPTION_ACTION}{_CONTEXT})Ljava/lang/Object;",
)
MODELS.nothing(
    f"java.security.AccessController.getContext(){_CONTEXT}",
    f"java.security.AccessController.getStackAccessControlContext(){_CONTEXT}",
)


@MODELS.python("jdk.internal.reflect.Reflection.getCallerClass()Ljava/lang/Class;")
def get_caller_class(host: Host, args: Cells) -> Cell:
    """The caller of the method that asks: the third on the stack, this model being the first."""
    stack = host.stack()
    if len(stack) < 3:
        return host.null()
    return host.class_object(stack[2].partition("(")[0].rpartition(".")[0])
