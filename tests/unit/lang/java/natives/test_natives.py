"""Every model against a real JVM: called directly, or by a program that needs it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache

import pytest
from native_calls import SUBJECT, Argument, Interpreter, Result, agree, compiled, jdks, on_the_jvm

from sampling import sample
from symheap.core.theories.ieee import is_nan_bits
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.lower.kinds import signature
from symheap.lang.java.natives import MODELS
from symheap.lang.java.natives.model import Built, Guarded, Nothing, Python, Unmodelled, full_name
from symheap_testing.java.jvm.driver import Jvm

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

_STRING = "Ljava/lang/String;"
ARGUMENTS: dict[str, tuple[Argument, ...]] = {
    "I": (0, -1, 5, 2**31 - 1, -(2**31), 100, 300, 16),
    "J": (0, -1, 42, 2**63 - 1, -(2**63), 123456789012),
    "D": (
        *(0, 0x3FF8000000000000, -0x4020000000000000, 0x7FF8000000000000, 0x43E0000000000001, 0x3FB999999999999A),
        *(0x7FEFFFFFFFFFFFFF, 1, -(2**63), 0x3D30000000000000, 0x7FF0000000000000, -0x10000000000000),
    ),
    "F": (0, 0x3FC00000, 0x7FC00000, 1, -(2**31), 0x7F7FFFFF, 0x3DCCCCCD, 0x7F800000),
    "C": (65, 48, 0x20AC, 32, 0xE9, 122),
    "Z": (0, 1),
    _STRING: (
        *("hello", "", "12", "-7", "2147483648", "  x ", "3.25", "a,b,,c,", "1e400", "NaN", "RED", "GREEN"),
        *("\u20acuro", "java.lang.Object", "java.util.ArrayList", "[I", "no.Such", None, "9007199254740993"),
    ),
}
SOME = 12
TO_THE_LAST_PLACE = "java.lang.Math."
STRICT = "java.lang.StrictMath."

UNSUPPORTED = {
    "java.lang.invoke.MethodHandles.byteArrayViewVarHandle",
    "java.lang.ref.Reference.get",
    "java.lang.ref.Reference.refersTo",
}
"""Unsupported ends that programs of the subject may have."""


@pytest.fixture(scope="module", params=sample(jdks(), 2), ids=lambda jdk: f"java{jdk.feature}")
def jdk(request: pytest.FixtureRequest) -> Jdk:
    found: Jdk = request.param
    return found


@cache
def interpreter(jdk: Jdk) -> Interpreter:
    return Interpreter(jdk)


@pytest.fixture(scope="module")
def jvm(jdk: Jdk) -> Iterator[Jvm]:
    with Jvm(str(jdk.java()), str(jdk.javac()), [str(compiled(jdk))], seconds_per_call=60.0) as made:
        yield made


def some_arguments(method: JavaMethod) -> list[tuple[Argument, ...]]:
    every = list(itertools.product(*(ARGUMENTS[d] for d in signature(method.descriptor)[0])))
    return every if len(every) <= SOME else random.Random(str(method)).sample(every, SOME)


def subjects(jdk: Jdk) -> list[JavaMethod]:
    methods = interpreter(jdk).world.find(SUBJECT).methods.values()
    return [m for m in methods if m.is_static and "$" not in m.name and not m.name.startswith("<")]


def is_direct(name: str, jdk: Jdk) -> bool:
    """Whether a method can be called with numbers and strings alone."""
    method = declared(name, jdk)
    if method is None or not method.is_static or not isinstance(MODELS[name], Built | Python):
        return False
    return all(d in ARGUMENTS for d in signature(method.descriptor)[0]) and name not in EXEMPT


def declared(name: str, jdk: Jdk) -> JavaMethod | None:
    owner, key = full_name(name)
    world = interpreter(jdk).world
    return world.find(owner).methods.get(key) if world.exists(owner) else None


# Comparisons


@cache
def differences(jdk: Jdk, jvm: Jvm) -> list[tuple[str, object, Result, Result]]:
    """Return where a program that uses the library behaves differently on the JVM."""
    different: list[tuple[str, object, Result, Result]] = []
    for method in subjects(jdk):
        for arguments in some_arguments(method):
            ours = interpreter(jdk).call(method, arguments)
            if ours[0] == "unsupported" and ours[1] in UNSUPPORTED:
                continue
            theirs = on_the_jvm(jvm, method, arguments)
            if not agree(ours, theirs):
                different.append((method.name, arguments, ours, theirs))
    return different


def test_programs_that_use_the_library_agree(jdk: Jdk, jvm: Jvm) -> None:
    assert differences(jdk, jvm) == []


def test_models_called_directly_agree(jdk: Jdk, jvm: Jvm) -> None:
    different: list[tuple[str, object, Result, Result]] = []
    names = [name for name in MODELS if is_direct(name, jdk)]
    assert len(names) > 50
    for name in names:
        method = declared(name, jdk)
        assert method is not None
        for arguments in some_arguments(method):
            ours, theirs = interpreter(jdk).call(method, arguments), on_the_jvm(jvm, method, arguments)
            if name.startswith(STRICT) and method.is_native and ours[0] == "unsupported":
                continue
            if not agree(ours, theirs) and not (
                name.startswith((TO_THE_LAST_PLACE, STRICT)) and is_next(name, ours, theirs)
            ):
                different.append((name, arguments, ours, theirs))
    assert different == []


def is_next(name: str, ours: Result, theirs: Result) -> bool:
    """Whether two numbers differ only in the last place, as those of Math may, or are both NaN."""
    a, b = ours[-1], theirs[-1]
    if not (isinstance(a, int) and isinstance(b, int)):
        return False
    return (is_nan_bits(a, 64) and is_nan_bits(b, 64)) or (name.startswith(TO_THE_LAST_PLACE) and abs(a - b) <= 1)


# Completeness

EXEMPT = {
    "java.lang.System.<clinit>()V": "what the JVM does when it starts",
    "java.lang.ClassLoader.<clinit>()V": "what the JVM does when it starts",
    "java.lang.Class.getClassLoader0()Ljava/lang/ClassLoader;": "as getClassLoader",
    "java.lang.Class.getEnumConstantsShared()[Ljava/lang/Object;": "as getEnumConstants",
    "java.lang.Class.getDeclaredField(Ljava/lang/String;)Ljava/lang/reflect/Field;": "gives our own offsets",
    "java.lang.Class.forName(Ljava/lang/String;)Ljava/lang/Class;": "cannot be called reflectively; a program does",
    "java.lang.ClassLoader.getSystemClassLoader()Ljava/lang/ClassLoader;": "no reflective call; a program does call it",
    "java.lang.Object.hashCode()I": "any number is right",
    "java.lang.System.identityHashCode(Ljava/lang/Object;)I": "any number is right",
    "java.lang.System.currentTimeMillis()J": "time stands still",
    "java.lang.System.nanoTime()J": "time stands still",
    "java.lang.Runtime.availableProcessors()I": "a choice",
    "java.lang.Runtime.totalMemory()J": "a choice",
    "java.lang.Runtime.maxMemory()J": "a choice",
    "java.lang.Runtime.freeMemory()J": "a choice",
    "java.util.concurrent.ForkJoinPool.getCommonPoolParallelism()I": "a choice",
    "java.util.Random.seedUniquifier()J": "the clock is mixed in after it",
    **dict.fromkeys(
        (
            "java.util.concurrent.ThreadLocalRandom.current()Ljava/util/concurrent/ThreadLocalRandom;",
            *(
                f"java.util.concurrent.ThreadLocalRandom.{m}"
                for m in ("nextInt()I", "nextInt(I)I", "nextInt(II)I", "nextLong()J")
            ),
        ),
        "random numbers",
    ),
    "java.lang.Object.wait0(J)V": "as that of wait",
    "java.lang.Thread$ThreadNumbering.next()I": "the driver has threads, too; a program makes one",
    "jdk.internal.misc.VM.getNanoTimeAdjustment(J)J": "time stands still",
    "java.lang.Class.getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;": "a JVM ends on other names",
    "jdk.internal.reflect.Reflection.getCallerClass()Ljava/lang/Class;": "the caller is the driver there",
    "java.util.logging.Logger.<clinit>()V": "makes the list that loggers are kept in here",
    "java.util.logging.Logger.getLogger(Ljava/lang/String;)Ljava/util/logging/Logger;": "as Class.forName",
    "java.lang.ref.Reference.clear0()V": "programs that read a cleared reference are refused",
    "java.lang.ref.PhantomReference.refersTo0(Ljava/lang/Object;)Z": "as that of Reference",
    "jdk.internal.util.ArraysSupport.vectorizedMismatch(Ljava/lang/Object;JLjava/lang/Object;JII)I": "leave is given",
}
UNSAFE = "jdk.internal.misc.Unsafe."
"""Offsets are our own; code that uses them is compared: atomics, tables and byte buffers."""


def test_every_model_is_compared_or_exempt(jdk: Jdk, jvm: Jvm) -> None:
    assert differences(jdk, jvm) == []
    used = {f"{owner}.{key}" for owner, key in interpreter(jdk).program.methods}
    left = [
        name
        for name, model in MODELS.items()
        if not isinstance(model, Nothing | Unmodelled | Guarded)
        and not name.startswith(UNSAFE)
        and name not in used
        and name not in EXEMPT
        and declared(name, jdk) is not None
        and not is_direct(name, jdk)
    ]
    assert left == []


def test_every_model_is_of_a_method_that_some_jdk_has() -> None:
    unknown = [name for name in MODELS if not any(declared(name, jdk) for jdk in jdks())]
    if len({jdk.feature for jdk in jdks()}) < 2:
        pytest.skip("needs an older and a newer JDK")
    assert unknown == []


def test_native_registration_and_refused_classes_are_rules() -> None:
    assert MODELS["sun.nio.ch.IOUtil.initIDs()V"] == Nothing(native=True)
    assert MODELS["java.util.ServiceLoader.load(Ljava/lang/Class;)Ljava/util/ServiceLoader;"] == Unmodelled()
    assert "java.util.ArrayList.size()I" not in MODELS
    assert isinstance(MODELS["java.lang.AbstractStringBuilder.length()I"], Guarded)


def test_a_method_has_one_model() -> None:
    with pytest.raises(ValueError, match="two models"):
        MODELS.add(Nothing(), "java.lang.Object.hashCode()I")
