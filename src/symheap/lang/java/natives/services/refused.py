"""Large machinery that is refused where the program enters it, by the name that the program uses."""

from __future__ import annotations

from symheap.lang.java.natives.model import Model, Models, Nothing, Unmodelled

MODELS = Models()

CLASSES = (
    "java.util.ServiceLoader",
    "java.util.ResourceBundle",
    "java.util.TimeZone",
    "java.util.Calendar",
    "java.lang.ClassLoader",
    "java.security.SecureClassLoader",
    "jdk.internal.loader.BuiltinClassLoader",
    "jdk.internal.loader.ClassLoaders",
    "jdk.internal.loader.ClassLoaders$AppClassLoader",
    "java.lang.Module",
    "java.lang.ModuleLayer",
    "java.lang.Process",
    "java.lang.StackWalker",
    "java.lang.ProcessBuilder",
    "java.lang.invoke.MethodHandles",
    "java.lang.invoke.MethodHandles$Lookup",
    "java.lang.invoke.MethodType",
    "java.lang.reflect.Method",
    "java.lang.reflect.Constructor",
    "java.lang.reflect.Field",
    "java.lang.reflect.Proxy",
    "java.text.NumberFormat",
    "java.text.DecimalFormat",
    "java.text.DecimalFormatSymbols",
    "java.text.DateFormat",
    "java.text.SimpleDateFormat",
    "sun.util.calendar.ZoneInfo",
    "java.util.logging.Logger",
    "java.util.logging.LogManager",
    "java.security.SecureRandom",
    "java.util.concurrent.ForkJoinPool",
    "java.util.concurrent.Executors",
    "java.util.concurrent.CompletableFuture",
)
"""Classes none of whose methods runs.  Their initialisers do nothing, unless others read their static fields."""

READ_BY_OTHERS = (
    "java.util.concurrent.ForkJoinPool",
    "java.lang.invoke.MethodHandles$Lookup",
    "java.lang.Module",
)
"""The classes whose static fields the JDK reads elsewhere: they are refused as soon as they are initialised."""


def in_refused_class(name: str) -> Model | None:
    """Return the model of a method of one of `CLASSES`, by its full name."""
    owner, member = name.partition("(")[0].rpartition(".")[::2]
    if owner == "java.lang.Thread" and member in ("start", "start0"):
        return Unmodelled("java.lang.Thread.start")
    if owner.rstrip(".") not in _CLASSES:
        return None
    if member != "<clinit>":
        return Unmodelled()
    return Unmodelled(owner) if owner in READ_BY_OTHERS else Nothing()


_CLASSES = frozenset(CLASSES)

MODELS.refuse(
    *(
        f"java.lang.Class.{name}"
        for name in (
            "getMethods()[Ljava/lang/reflect/Method;",
            "getDeclaredMethods()[Ljava/lang/reflect/Method;",
            "getField(Ljava/lang/String;)Ljava/lang/reflect/Field;",
            "getFields()[Ljava/lang/reflect/Field;",
            "getDeclaredFields()[Ljava/lang/reflect/Field;",
            "getConstructors()[Ljava/lang/reflect/Constructor;",
            "getModule()Ljava/lang/Module;",
            "getPackage()Ljava/lang/Package;",
        )
    )
)
