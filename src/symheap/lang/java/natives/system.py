"""System, Runtime, the virtual machine: a fresh JVM, on a machine without an environment."""

from __future__ import annotations

from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.lower.calls import call_named
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.natives.model import Args, Models
from symheap.objects import ir
from symheap.objects.host import Cell, Host
from symheap.objects.ir import Reg

MODELS = Models()
Cells = tuple[Cell, ...]

PROPERTIES = {
    "file.encoding": "UTF-8",
    "file.separator": "/",
    "java.home": "/java",
    "java.io.tmpdir": "/tmp",
    "java.library.path": "/lib",
    "java.specification.name": "Java Platform API Specification",
    "java.vendor": "symheap",
    "line.separator": "\n",
    "native.encoding": "UTF-8",
    "os.arch": "amd64",
    "os.name": "Linux",
    "os.version": "1",
    "path.separator": ":",
    "stderr.encoding": "UTF-8",
    "stdin.encoding": "UTF-8",
    "stdout.encoding": "UTF-8",
    "sun.boot.library.path": "/java/lib",
    "sun.jnu.encoding": "UTF-8",
    "user.country": "US",
    "user.dir": "/",
    "user.home": "/",
    "user.language": "en",
    "user.name": "user",
    "user.timezone": "UTC",
}
"""System properties at the start, besides those of the version; all others are not set."""


def properties(jdk: Jdk) -> dict[str, str]:
    """Return all properties promised by `System.getProperties`, and a few more."""
    specification = str(jdk.feature) if jdk.feature > 8 else f"1.{jdk.feature}"
    about = {
        "java.class.path": "",
        "java.class.version": f"{jdk.feature + 44}.0",
        "java.runtime.name": "symheap",
        "java.runtime.version": jdk.version,
        "java.specification.vendor": "Oracle Corporation",
        "java.specification.version": specification,
        "java.vendor.url": "https://openjdk.org/",
        "java.version": jdk.version,
        "java.version.date": "2023-11-14",
        "java.vm.info": "interpreted mode",
        "java.vm.name": "symheap",
        "java.vm.specification.name": "Java Virtual Machine Specification",
        "java.vm.specification.vendor": "Oracle Corporation",
        "java.vm.specification.version": specification,
        "java.vm.vendor": "symheap",
        "java.vm.version": jdk.version,
    }
    return PROPERTIES | about


def _constant(name: str, value: int) -> None:
    MODELS.built(name)(lambda e, args: e.constant(value))


_constant("java.lang.Runtime.availableProcessors()I", 1)
_constant("java.lang.Runtime.totalMemory()J", 1 << 28)
_constant("java.lang.Runtime.maxMemory()J", 1 << 30)
_constant("java.lang.Runtime.freeMemory()J", 1 << 27)
_constant("java.util.concurrent.ForkJoinPool.getCommonPoolParallelism()I", 1)
_constant("jdk.internal.misc.VM.isBooted()Z", 1)
_constant("jdk.internal.misc.VM.isModuleSystemInited()Z", 1)
_constant("jdk.internal.misc.VM.initLevel()I", 4)

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
    "java.lang.System.setOut(Ljava/io/PrintStream;)V",
    "java.lang.System.setErr(Ljava/io/PrintStream;)V",
    "java.lang.System.setIn(Ljava/io/InputStream;)V",
    "java.lang.System.console()Ljava/io/Console;",
)


_SYSTEM, _PROPERTIES, _STREAM = "java.lang.System", "java.util.Properties", "java.io.PrintStream"
_SECRETS, _ACCESS = "jdk.internal.access.SharedSecrets", "jdk.internal.access.JavaLangAccess"
_STRING, _OBJECT = "Ljava/lang/String;", "Ljava/lang/Object;"


@MODELS.built(f"{_SYSTEM}.<clinit>()V")
def start(e: Emitter, args: Args) -> None:
    """Bring System to its state at the start of a program."""
    access = next((name for name in _nested(e) if _ACCESS in e.link.find(name).interfaces), None)
    if access is not None:
        _put_static(e, _SECRETS, "javaLangAccess", _new(e, access))
    for console in ("out", "err"):
        _put_static(e, _SYSTEM, console, _new(e, _STREAM))
    _put_static(e, _SYSTEM, "props", _new_properties(e))


def _new(e: Emitter, class_name: str) -> Reg:
    """Create an object without running a constructor."""
    result = e.register()
    e.emit(ir.New(result, class_name, e.at))
    return result


def _new_properties(e: Emitter) -> Reg:
    e.initialize(_PROPERTIES)
    result = _new(e, _PROPERTIES)
    e.emit(ir.Invoke(ir.DISCARD, _PROPERTIES, "<init>()V", (result,), e.at, receiver=True))
    for item in properties(e.link.world.class_path.jdk).items():
        key, value = (e.register() for _ in item)
        for register, text in zip((key, value), item, strict=True):
            e.emit(ir.Const(register, e.link.initial.literal(text), e.at))
        put = f"setProperty({_STRING}{_STRING}){_OBJECT}"
        e.emit(ir.Invoke(ir.DISCARD, _PROPERTIES, put, (result, key, value), e.at, receiver=True))
    return result


def _put_static(e: Emitter, owner: str, name: str, value: Reg) -> None:
    field = e.link.find(owner).static_fields.get(name)
    if field is not None:
        e.put(e.constant(e.link.holder(owner)), field, value)


def _nested(e: Emitter) -> list[str]:
    names = (f"{_SYSTEM}${number}" for number in range(1, 10))
    return [name for name in names if e.link.world.exists(name)]


@MODELS.python("java.lang.System.lineSeparator()Ljava/lang/String;")
def line_separator(host: Host, args: Cells) -> Cell:
    return host.literal("\n")


@MODELS.built(
    "java.util.Locale.initDefault()Ljava/util/Locale;",
    "java.util.Locale.initDefault(Ljava/util/Locale$Category;)Ljava/util/Locale;",
)
def default_locale(e: Emitter, args: Args) -> Reg:
    """Return `Locale.US`, which the initialiser of the class has created by then."""
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
    """Return the caller of the querying method: the third on the stack, after this model."""
    stack = host.stack()
    if len(stack) < 3:
        return host.null()
    return host.class_object(stack[2].partition("(")[0].rpartition(".")[0])
