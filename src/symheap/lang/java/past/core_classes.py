"""The classes initialised before any program runs, in order."""

from __future__ import annotations

_LANG = """
Object String Class ClassLoader System Throwable Number Integer Integer$IntegerCache Long Long$LongCache Short
Short$ShortCache Byte Byte$ByteCache Character Character$CharacterCache Boolean Float Double Math StrictMath Enum Record
StringLatin1 StringUTF16 StringCoding AbstractStringBuilder StringBuilder StringBuffer CharacterData
CharacterDataLatin1 Iterable
Comparable CharSequence Runnable Exception RuntimeException Error Thread ThreadLocal Runtime StackTraceElement
String$CaseInsensitiveComparator ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException AssertionError
ClassCastException ClassNotFoundException CloneNotSupportedException ExceptionInInitializerError
IllegalArgumentException IllegalStateException IndexOutOfBoundsException InternalError NegativeArraySizeException
NoClassDefFoundError NullPointerException NumberFormatException OutOfMemoryError StackOverflowError
StringIndexOutOfBoundsException UnsupportedOperationException ref.Reference ref.SoftReference ref.WeakReference
ref.ReferenceQueue FdLibm FdLibm$Cbrt FdLibm$Hypot FdLibm$Pow FdLibm$Exp FdLibm$Sin FdLibm$Cos FdLibm$Tan FdLibm$Asin
FdLibm$Acos FdLibm$Atan FdLibm$Atan2 FdLibm$Log FdLibm$Log10 FdLibm$Sinh FdLibm$Cosh FdLibm$Tanh FdLibm$Expm1
FdLibm$Log1p FdLibm$Sqrt FdLibm$RemPio2 FdLibm$KernelRemPio2 FdLibm$IEEEremainder
"""

_UTIL = """
Objects Arrays Arrays$LegacyMergeSort Collections Collections$EmptyList Collections$EmptySet Collections$EmptyMap
Collections$ReverseComparator AbstractCollection AbstractList AbstractSet AbstractMap ArrayList LinkedList HashMap
LinkedHashMap TreeMap HashSet LinkedHashSet TreeSet ArrayDeque PriorityQueue Vector Stack Hashtable IdentityHashMap
WeakHashMap EnumMap EnumSet RegularEnumSet BitSet Optional OptionalInt OptionalLong OptionalDouble
ImmutableCollections ImmutableCollections$Access ImmutableCollections$AbstractImmutableCollection
ImmutableCollections$ListN ImmutableCollections$SetN ImmutableCollections$MapN KeyValueHolder List Map Set Comparator
Comparators
Comparators$NaturalOrderComparator ComparableTimSort TimSort DualPivotQuicksort StringTokenizer StringJoiner Random
UUID NoSuchElementException ConcurrentModificationException EmptyStackException InputMismatchException Iterator
ListIterator Spliterators concurrent.atomic.AtomicInteger concurrent.atomic.AtomicLong concurrent.atomic.AtomicBoolean
concurrent.atomic.AtomicReference concurrent.ConcurrentHashMap concurrent.ConcurrentHashMap$TreeBin
concurrent.CopyOnWriteArrayList concurrent.ThreadLocalRandom concurrent.TimeUnit concurrent.locks.ReentrantLock
concurrent.locks.LockSupport concurrent.locks.AbstractQueuedSynchronizer concurrent.ConcurrentLinkedQueue
concurrent.ConcurrentLinkedDeque concurrent.atomic.Striped64 concurrent.atomic.LongAdder function.Function
function.BiFunction function.Predicate
"""

_OTHERS = """
jdk.internal.misc.Unsafe jdk.internal.misc.VM jdk.internal.misc.CDS jdk.internal.util.Preconditions
jdk.internal.util.ArraysSupport jdk.internal.math.FloatingDecimal
jdk.internal.math.FloatingDecimal$BinaryToASCIIBuffer jdk.internal.math.FDBigInteger jdk.internal.math.DoubleConsts
jdk.internal.math.FloatConsts jdk.internal.math.DoubleToDecimal jdk.internal.math.FloatToDecimal
jdk.internal.math.MathUtils jdk.internal.access.SharedSecrets java.math.BigInteger java.math.BigDecimal
java.math.MathContext java.math.RoundingMode java.io.PrintStream java.io.IOException java.io.UncheckedIOException
java.nio.ByteOrder java.util.Locale sun.util.locale.BaseLocale java.nio.charset.Charset
java.nio.charset.StandardCharsets sun.nio.cs.UTF_8 java.nio.ByteBuffer java.nio.HeapByteBuffer java.nio.Buffer
java.nio.Bits java.util.stream.Collectors java.util.stream.ReduceOps java.util.stream.StreamOpFlag
"""

CORE_CLASSES = (
    *(f"java.lang.{name}" for name in _LANG.split()),
    *(f"java.util.{name}" for name in _UTIL.split()),
    *_OTHERS.split(),
)
"""Some JDKs lack some of them."""
