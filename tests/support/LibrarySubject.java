import java.lang.annotation.*;
import java.math.BigInteger;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

/** Calls of the JDK, each with a result that tells what happened. */
public class LibrarySubject {
    enum Color { RED, GREEN { @Override public String toString() { return "verde"; } }, BLUE }
    record Point(int x, int y) {}
    static class Own implements Cloneable, Comparable<Own> {
        int a = 1; String b = "b"; int[] c = {1, 2};
        @Override public Own clone() throws CloneNotSupportedException { return (Own) super.clone(); }
        @Override public int compareTo(Own other) { return Integer.compare(a, other.a); }
    }
    static class Plain { Object copy() throws CloneNotSupportedException { return super.clone(); } }

    static String arrayList() {
        ArrayList<String> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) list.add("e" + i);
        list.remove(3); list.remove("e7"); list.add(2, "x"); list.set(0, "y"); list.removeIf(s -> s.endsWith("1"));
        return list.size() + " " + list.indexOf("e9") + " " + list.contains("zz") + " " + list + " " + list.subList(1, 4);
    }
    static Object arrayListBounds(int i) { return new ArrayList<>(List.of(1, 2, 3)).get(i); }
    static void arrayListAdd(int i) { new ArrayList<Object>().add(i, "x"); }
    static void arrayListCapacity(int n) { new ArrayList<Object>(Math.min(n, 1000)); }
    static String linkedList() {
        LinkedList<Integer> list = new LinkedList<>();
        for (int i = 0; i < 9; i++) { if (i % 2 == 0) list.addFirst(i); else list.addLast(i); }
        list.removeFirst(); list.remove(Integer.valueOf(5)); list.pollLast();
        return list + " " + list.peek() + list.get(2);
    }
    static String hashMap() {
        HashMap<String, Integer> map = new HashMap<>();
        for (int i = 0; i < 50; i++) map.put("k" + i * 7, i);
        map.remove("k14"); map.merge("k7", 5, Integer::sum); map.computeIfAbsent("new", k -> k.length());
        return map.size() + " " + map.get("k21") + map.get("k14") + map.getOrDefault("q", -1) + " " + map;
    }
    static String hashMapInts() {
        Map<Integer, String> map = new HashMap<>();
        for (int i = -200; i < 200; i += 13) map.put(i, "v" + i);
        return map.toString() + map.keySet().contains(5) + map.values().size();
    }
    static String linkedHashMap() { Map<Object, Object> m = new LinkedHashMap<>(); m.put("b", 1); m.put(2L, 'c'); m.put(null, 3.5); return m.toString(); }
    static String treeMap() {
        TreeMap<String, Integer> map = new TreeMap<>();
        for (String s : "the quick brown fox jumps over the lazy dog".split(" ")) map.merge(s, 1, Integer::sum);
        map.remove("fox");
        return map + map.firstKey() + map.floorKey("m") + map.headMap("l") + map.descendingMap();
    }
    static String sets() {
        Set<String> set = new TreeSet<>(Arrays.asList("b", "a", "c", "a")); Set<Integer> ints = new HashSet<>(Arrays.asList(3, 1, 2, 3));
        return set + "" + ints + new LinkedHashSet<>(List.of("z", "y"));
    }
    static String deque() { ArrayDeque<Integer> d = new ArrayDeque<>(); for (int i = 0; i < 40; i++) { d.push(i); if (i % 3 == 0) d.pollLast(); } return d.toString() + d.peekFirst(); }
    static String queue() { PriorityQueue<Integer> q = new PriorityQueue<>(Comparator.reverseOrder()); for (int i = 0; i < 20; i++) q.add(i * 7 % 11); StringBuilder b = new StringBuilder(); while (!q.isEmpty()) b.append(q.poll()).append(','); return b.toString(); }
    static String enumCollections() { EnumMap<Color, Integer> m = new EnumMap<>(Color.class); m.put(Color.BLUE, 1); m.put(Color.RED, 2); return m.toString() + EnumSet.complementOf(EnumSet.of(Color.RED)) + EnumSet.allOf(Color.class); }
    static String enums(String name) { Color c = Color.valueOf(name); return c.name() + c.ordinal() + c + c.getDeclaringClass().getName() + c.getClass().getName() + Color.values().length + c.compareTo(Color.BLUE); }
    static String immutable() { List<Integer> l = List.of(1, 2, 3); Map<String, Integer> m = Map.of("a", 1); return l + "" + m + List.of() + Set.of(9) + List.copyOf(new ArrayList<>(l)) + m.containsKey("a") + l.contains(4); }
    static void immutableAdd() { List.of(1).add(2); }
    static String collections() {
        List<Integer> l = new ArrayList<>(); for (int i = 0; i < 60; i++) l.add(i * 37 % 61);
        Collections.sort(l); String a = l.toString(); Collections.reverse(l); Collections.swap(l, 0, 5); Collections.shuffle(l, new Random(42));
        return a + l + Collections.max(l) + Collections.min(l) + Collections.frequency(l, 3) + Collections.nCopies(3, "x") + Collections.emptyList() + Collections.unmodifiableList(l).size();
    }
    static String arraysSort() {
        int[] a = new int[80]; for (int i = 0; i < 80; i++) a[i] = (i * 7919) % 101 - 50; Arrays.sort(a);
        double[] d = {3.5, -0.0, 0.0, Double.NaN, -1e300, 2}; Arrays.sort(d); String[] s = {"q", "B", "a"}; Arrays.sort(s, String.CASE_INSENSITIVE_ORDER);
        char[] c = "hello".toCharArray(); Arrays.sort(c); long[] j = {5, -3, 1L << 40}; Arrays.sort(j);
        return Arrays.toString(a) + Arrays.toString(d) + Arrays.toString(s) + new String(c) + Arrays.toString(j) + Arrays.binarySearch(a, 7);
    }
    static String arraysOfWords() {
        long[] a = {1, 2, 3}, b = {1, 2, 4};
        double[] c = {1, Double.NaN, 0.0}, d = {1, Double.NaN, -0.0};
        return Arrays.mismatch(a, b) + " " + Arrays.mismatch(a, 1, 3, b, 0, 2) + Arrays.equals(a, b) + Arrays.compare(c, d) + Arrays.equals(c, 0, 2, d, 0, 2) + Arrays.mismatch(c, d);
    }
    static String arraysMore() {
        int[] a = {1, 2, 3}, b = Arrays.copyOf(a, 5), c = Arrays.copyOfRange(b, 1, 4); Arrays.fill(b, 7); int[] d = a.clone(); String[] e = {"x", null}; Object[][] f = {{1}, {"y", 2L}};
        return Arrays.toString(b) + Arrays.toString(c) + Arrays.equals(a, d) + (a == d) + Arrays.hashCode(a) + Arrays.asList(e) + Arrays.deepToString(f) + Arrays.equals(e, e.clone()) + Arrays.mismatch(a, c) + e.clone().getClass().getName();
    }
    static int arraycopy(int from, int to, int n) { int[] a = {1, 2, 3, 4, 5}; System.arraycopy(a, from, a, to, n); return Arrays.hashCode(a); }
    static String fills(int from, int to) { StringBuilder b = new StringBuilder(); boolean[] z = new boolean[9]; byte[] y = new byte[9]; char[] c = new char[9]; short[] s = new short[9]; int[] i = new int[9]; long[] l = new long[9]; float[] f = new float[9]; double[] d = new double[9]; Object[] o = new Object[9];
        Arrays.fill(z, true); Arrays.fill(y, (byte) -3); Arrays.fill(c, 'x'); Arrays.fill(s, (short) -4); Arrays.fill(i, from); Arrays.fill(l, -5L); Arrays.fill(f, -0f); Arrays.fill(d, Double.NaN); Arrays.fill(o, "o"); b.append(Arrays.toString(z)).append(Arrays.toString(y)).append(c).append(Arrays.toString(s)).append(i[8]).append(l[0]).append(Float.floatToIntBits(f[3])).append(d[0]).append(o[8]);
        from &= 7; to &= 15; Arrays.fill(z, from, to, false); Arrays.fill(y, from, to, (byte) 200); Arrays.fill(c, from, to, '\u20ac'); Arrays.fill(s, from, to, (short) 70000); Arrays.fill(i, from, to, 0); Arrays.fill(l, from, to, 1L << 40); Arrays.fill(f, from, to, 1.5f); Arrays.fill(d, from, to, -0.0); Arrays.fill(o, from, to, null); return b + Arrays.toString(z) + Arrays.toString(y) + new String(c) + Arrays.toString(s) + Arrays.hashCode(i) + Arrays.hashCode(l) + Arrays.hashCode(f) + Arrays.hashCode(d) + Arrays.toString(o); }
    static String fillRange(int from, int to) { int[] a = {1, 2, 3, 4, 5}; Arrays.fill(a, from, to, 9); return Arrays.toString(a); }
    static String fillNull(int from, int to) { Arrays.fill((long[]) null, from, to, 9L); return ""; }
    static String fillNone() { Arrays.fill((Object[]) null, null); return ""; }
    static String fillStored(int n) { Object[] a = new String[n & 3]; Arrays.fill(a, "s"); try { Arrays.fill(a, n); } catch (ArrayStoreException e) { return "no " + Arrays.toString(a); } Arrays.fill(a, null); return Arrays.toString(a); }
    static String characters(String s, int from, int count) { char[] c = s.toCharArray(); String t = new String(c); c[0]++; return t + t.equals(s) + new String(c, from & 3, count & 3) + new String(c, 1, 0).isEmpty() + String.valueOf(c, 1, 1).hashCode() + String.copyValueOf(c).length(); }
    static int parseInt(String s) { return Integer.parseInt(s); }
    static String integers(int i) { return Integer.toString(i) + " " + Integer.toHexString(i) + " " + Integer.toBinaryString(i) + " " + Integer.toOctalString(i) + " " + Integer.toString(i, 36) + Integer.toString(i, 99) + Integer.reverse(i) + Integer.bitCount(i) + Integer.highestOneBit(i) + Integer.toUnsignedString(i) + Integer.numberOfLeadingZeros(i) + Integer.valueOf(i).hashCode() + (Integer.valueOf(i) == Integer.valueOf(i)) + Math.abs(i) + Math.max(i, 3) + Math.min(i, -3) + Math.floorMod(i, 7) + String.valueOf(i); }
    static String longs(long i) { return Long.toString(i) + " " + Long.toHexString(i) + " " + Long.toString(i, 7) + Long.numberOfTrailingZeros(i) + Long.hashCode(i) + Long.compare(i, 3) + Long.toUnsignedString(i) + Long.parseLong("" + i) + Math.abs(i) + Math.max(i, 3L) + Long.toBinaryString(i) + Long.toOctalString(i); }
    static String doubles(double d) { return d + " " + Double.toString(d) + Double.doubleToLongBits(d) + " " + Double.doubleToRawLongBits(d) + (int) d + (long) d + (float) d + Double.isNaN(d) + Double.compare(d, 0.0) + Double.hashCode(d) + Math.floor(d) + Math.ceil(d) + Math.rint(d) + Math.round(d) + Math.sqrt(d) + Math.abs(d) + Math.min(d, -0.0) + Math.max(d, 0.0) + Math.signum(d); }
    static String floats(float d) { return d + " " + Float.floatToIntBits(d) + Float.floatToRawIntBits(d) + Math.round(d) + Math.abs(d) + Math.max(d, -0.0f) + Math.min(d, 0.0f) + Float.intBitsToFloat(Float.floatToIntBits(d) + 1); }
    static double parseDouble(String s) { return Double.parseDouble(s); }
    static float parseFloat(String s) { return Float.parseFloat(s); }
    static String strictMath(double a) { return StrictMath.pow(a, 1.5) + " " + StrictMath.exp(a) + " " + StrictMath.cbrt(a) + " " + StrictMath.hypot(a, 3); }
    static String strings(String s) { return s.length() + s.toUpperCase() + s.toLowerCase() + s.trim() + s.hashCode() + s.indexOf("l") + s.lastIndexOf('l') + s.replace('l', 'L') + s.replace("l", "__") + s.substring(s.length() / 2) + s.contains("ell") + s.startsWith("he") + s.equalsIgnoreCase("HELLO") + s.compareTo("help") + s.isEmpty() + s.concat("!") + s.repeat(2) + s.strip() + s.isBlank() + String.join("-", s, s) + s.chars().sum() + new StringBuilder(s).reverse() + s.equals("hello") + s.intern().equals(s); }
    static String split(String s) { return Arrays.toString(s.split(",")) + Arrays.toString(s.split(",", 2)); }
    static String textFunctions(String a, String b, int i) { return a.hashCode() + " " + a.equals(b) + a.equals((Object) i) + a.equalsIgnoreCase(b) + a.compareTo(b) + a.startsWith(b) + a.startsWith(b, i) + a.endsWith(b) + " " + a.indexOf(i) + a.indexOf('e', i) + a.lastIndexOf('l') + a.lastIndexOf('l', i) + " " + a.indexOf(b) + a.indexOf(b, i) + a.lastIndexOf(b) + a.lastIndexOf(b, i) + a.contains(b); }
    static String replacing(String s, char c) { return s.replace('l', c) + (s.replace('l', 'l') == s) + (s.replace('\u20ac', c) == s) + s.replace(c, '\u20ac'); }
    static String textParts(String a, int i) { int n = a.length(); String b = a.substring(Math.floorMod(i, n + 1)), c = a.substring(0, Math.floorMod(i, n + 1)), d = a.toUpperCase(); return textFunctions(a, b, i % 7) + textFunctions(a, c, i % 5) + textFunctions(a, d, 'l') + a.equals(c + b) + a.endsWith(b) + a.startsWith(c) + textFunctions("\u00e9\u00df\u00d7\u00ff\u00b5", "\u00c9\u00df\u00f7\u00ff\u00b5", 1) + textFunctions("a\u0416", a, 0) + textFunctions(a, "a\u0416", 0); }
    static char charAt(String s, int i) { return s.charAt(i); }
    static String substring(String s, int i, int j) { return s.substring(i, j); }
    static String builder(String s, char c, int i, double d) { StringBuilder b = new StringBuilder(); b.append(s).append(c).append(i).append(d).append(true).append(1L).append(2.5f).append((Object) null).append((String) null).append(new char[] {'x', 'y'}).append(s, 0, 1); b.insert(1, "ins").deleteCharAt(0).setCharAt(0, 'Z'); b.replace(0, 1, "rep").append(b.length()).append(b.indexOf("s")).delete(2, 3).appendCodePoint(0x1F600); return b.toString() + b.charAt(1) + b.substring(2); }
    static String buffer() { StringBuffer b = new StringBuffer("q"); b.append(1).append('c').append("s").reverse(); return b.toString() + b.length(); }
    static String tokenizer() { StringTokenizer t = new StringTokenizer("a b  c", " "); StringBuilder b = new StringBuilder(); while (t.hasMoreTokens()) b.append(t.nextToken()).append(t.countTokens()); return b.toString(); }
    static String classes() { return String.class.getName() + int[].class.getSimpleName() + Map.Entry.class.getSimpleName() + Color.GREEN.getClass().getSimpleName() + Map.Entry.class.getName() + Point.class.isRecord() + Color.class.isEnum() + Runnable.class.isInterface() + int.class.isPrimitive() + String[][].class.getComponentType() + Number.class.isAssignableFrom(Integer.class) + Object.class.isInstance("x") + Integer.class.getSuperclass() + Runnable.class.getSuperclass() + List.class.getModifiers() + Color.class.getModifiers() + int[].class.getModifiers() + String.class.getPackageName() + new Object() {}.getClass().getName() + LibrarySubject.class.desiredAssertionStatus() + String.class.desiredAssertionStatus() + Point.class.getTypeName() + int[][].class.getTypeName() + ArrayList.class.getInterfaces().length + Color.class.getEnumConstants().length + Thread.State.class.isEnum(); }
    @Retention(RetentionPolicy.RUNTIME) @Inherited @interface Mark { int[] value() default {1}; Nested[] nested() default @Nested("d"); }
    @Retention(RetentionPolicy.RUNTIME) @interface Nested { String value(); Class<?> type() default int.class; Color color() default Color.RED; }
    @Mark({1, 2}) @Nested("x") static class Marked<T extends Number> { class Inner {} }
    @Deprecated static class Below extends Marked<Integer> {}
    static String nesting() {
        class Local { Object inner = new Object() {}; }
        Class<?>[] all = {Local.class, new Local().inner.getClass(), Marked.class, Marked.Inner.class, Below.class, Color.GREEN.getClass(), Color.class, LibrarySubject.class, int.class, int[].class, Marked[][].class, Mark.class, Map.Entry.class, Local[].class};
        StringBuilder b = new StringBuilder();
        for (Class<?> c : all) {
            b.append(c.isAnonymousClass()).append(c.isLocalClass()).append(c.isMemberClass()).append(c.isEnum()).append(c.isAnnotation()).append(c.isSynthetic()).append(c.isArray());
            b.append(c.getDeclaringClass()).append(c.getEnclosingClass()).append(c.getCanonicalName()).append(c.getComponentType());
            b.append(c.isAnnotationPresent(Mark.class)).append(c.isAnnotationPresent(Nested.class)).append(c.isAnnotationPresent(Deprecated.class)).append(c.getAnnotation(Override.class)).append('\n');
        }
        return b.toString();
    }
    static boolean annotationOfNull() { return Marked.class.isAnnotationPresent(null); }
    static Object annotationAtNull() { return Marked.class.getAnnotation(null); }
    static boolean assignableFromNull() { return Marked.class.isAssignableFrom(null); }
    static String generic() { return ArrayList.class.getGenericSuperclass() + " " + HashMap.class.getTypeParameters().length + Integer.class.getGenericInterfaces().length + Thread.State.class.getGenericSuperclass() + HashMap.class.getTypeParameters()[1]; }
    static class Counted { static int made = 40; static { made += 2; } int number = made; }
    static class Failing { Failing() { throw new IllegalStateException("made"); } }
    static class Needy { Needy(int i) {} }
    abstract static class Unfinished { Unfinished() {} }
    @SuppressWarnings("deprecation")
    static String instances(int i) throws Exception { Class<?>[] all = {ArrayList.class, Counted.class, Failing.class, Needy.class, Unfinished.class, List.class, int[].class, int.class, StringBuilder.class}; Object o = all[Math.floorMod(i, all.length)].newInstance(); return o instanceof Counted c ? "" + c.number + (c.getClass() == Counted.class) : o.toString(); }
    static String loaders(String s) throws Exception { ClassLoader own = LibrarySubject.class.getClassLoader(); return String.class.getClassLoader() + "" + int[].class.getClassLoader() + (own == Color[].class.getClassLoader()) + (own == null) + (ClassLoader.getSystemClassLoader() == null) + own.loadClass("java.util.List") + Class.forName("LibrarySubject$Plain", false, own) + own.loadClass(s); }
    static Class<?> bootLoader() throws Exception { return Class.forName("LibrarySubject$Plain", false, null); }
    static String genericOwn() { return Below.class.getGenericSuperclass() + " " + Marked.class.getTypeParameters()[0] + Own.class.getGenericInterfaces()[1]; }
    static class Outermost<T> { class Inner extends ArrayList<T> { } }
    static String enclosed() { class Local {} return "" + Map.Entry.class.getEnclosingMethod() + int[].class.getEnclosingMethod() + Local.class.getEnclosingConstructor() + ((java.lang.reflect.ParameterizedType) Outermost.Inner.class.getGenericSuperclass()).getActualTypeArguments()[0]; }
    static String enclosing() { return new Object() {}.getClass().getEnclosingClass().getName(); }
    static String copies(int i) { Object[] from = {"a", "b", i == 0 ? "c" : (Object) 3, null}; String[] to = new String[5]; try { System.arraycopy(from, 0, to, 1, 4); } catch (ArrayStoreException e) { return "no " + Arrays.toString(to); } return Arrays.toString(to); }
    static String forName(String s) throws Exception { return Class.forName(s).getName(); }
    static String records() { Point p = new Point(1, 2); return p + "" + p.equals(new Point(1, 2)) + p.hashCode() + p.x(); }
    static String clones() throws Exception { Own o = new Own(); Own p = o.clone(); p.a = 5; p.c[0] = 9; return o.a + o.b + o.c[0] + (o.c == p.c) + p.a + new ArrayList<>(List.of(1)).clone() + ((int[][]) new int[][] {{1}}.clone())[0][0] + new long[] {7}.clone()[0] + new boolean[] {true}.clone()[0]; }
    static Object noClone() throws Exception { return new Plain().copy(); }
    static String atomics() { AtomicInteger i = new AtomicInteger(5); AtomicLong l = new AtomicLong(1L << 40); AtomicReference<String> r = new AtomicReference<>("a"); AtomicBoolean b = new AtomicBoolean(); return "" + i.getAndIncrement() + i.incrementAndGet() + i.addAndGet(10) + i.compareAndSet(17, 3) + i.compareAndSet(4, 9) + i.updateAndGet(x -> x * 2) + i + l.decrementAndGet() + l.getAndAdd(3) + l + r.getAndSet("b") + r.compareAndSet("b", "c") + r + b.getAndSet(true) + b.compareAndSet(true, false) + b.get(); }
    static String concurrentMap() { ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(); for (int i = 0; i < 40; i++) m.put("k" + i, i); m.remove("k3"); m.merge("k5", 7, Integer::sum); m.putIfAbsent("k6", 0); m.computeIfAbsent("z", k -> 1); return m.size() + "" + m.get("k5") + m.get("k3") + m; }
    static String copyOnWrite() { CopyOnWriteArrayList<Integer> l = new CopyOnWriteArrayList<>(); l.add(1); l.add(0, 2); l.remove(Integer.valueOf(1)); l.addIfAbsent(7); return l.toString(); }
    static String random(long seed) { Random r = new Random(seed); return r.nextInt() + " " + r.nextInt(100) + " " + r.nextLong() + " " + r.nextDouble() + " " + r.nextBoolean() + " " + r.nextFloat(); }
    static String bigs() { BigInteger b = new BigInteger("123456789012345678901234567890"); return b.multiply(b).toString() + b.mod(BigInteger.valueOf(97)) + b.pow(5).bitLength(); }
    static String optional() { return Optional.of(1).map(x -> x + 1).filter(x -> x > 1).toString() + Optional.empty().isPresent() + Optional.ofNullable(null).orElse("q"); }
    static Object optionalEmpty() { return Optional.empty().get(); }
    static String streams() { return Arrays.asList(3, 1, 2).stream().map(x -> x * 2).filter(x -> x > 2).sorted().collect(java.util.stream.Collectors.toList()).toString(); }
    static int intStream() { return java.util.stream.IntStream.range(0, 10).filter(i -> i % 2 == 0).sum(); }
    static String exceptions() { try { Object o = "s"; Integer i = (Integer) o; return "" + i; } catch (ClassCastException e) { Exception x = new IllegalStateException("m", e); x.addSuppressed(new RuntimeException("s")); return x.getMessage() + x.getCause().getClass().getName() + x + x.getSuppressed().length + new Error(new Exception("inner")).getMessage(); } }
    static void npe() { Objects.requireNonNull(null, "msg"); }
    static int checkIndex(int i) { return Objects.checkIndex(i, 5); }
    static int objects() { return Objects.hash(1, "a", null) + Objects.hashCode(null) + (Objects.equals("a", "a") ? 1 : 0) + Objects.toString(null).length(); }
    static String characters(char c) { return "" + Character.isDigit(c) + Character.isLetter(c) + Character.isWhitespace(c) + Character.toUpperCase(c) + Character.toLowerCase(c) + Character.getNumericValue(c) + Character.isLetterOrDigit(c) + Character.isUpperCase(c) + (int) Character.valueOf(c) + Character.toString(c) + Character.toChars(0x1F600).length + Character.isJavaIdentifierStart(c); }
    static String bitSet() { BitSet b = new BitSet(); b.set(3); b.set(70); b.flip(4); return b + "" + b.cardinality() + b.nextSetBit(5); }
    static String output() { System.out.println("hello"); System.err.print(3); System.out.println(new Object() { @Override public String toString() { return "x"; } }); return System.getProperty("line.separator") + System.lineSeparator() + System.getProperty("no.such") + System.getProperty("no.such", "d"); }
    static String iterators() { List<Integer> l = new ArrayList<>(List.of(1, 2, 3, 4)); for (Iterator<Integer> i = l.iterator(); i.hasNext();) if (i.next() % 2 == 0) i.remove(); ListIterator<Integer> li = l.listIterator(); li.next(); li.add(9); return l.toString(); }
    static void concurrentModification() { List<Integer> l = new ArrayList<>(List.of(1, 2, 3)); for (Integer i : l) l.remove(i); }
    static String identity() { IdentityHashMap<Object, Integer> m = new IdentityHashMap<>(); String a = new String("a"); m.put(a, 1); m.put(new String("a"), 2); Map<Object, Integer> h = new HashMap<>(); for (int i = 0; i < 3; i++) h.put(new Object(), i); return m.size() + "" + m.get(a) + h.size(); }
    static String monitors() { Object o = new Object(), p = new Object(); StringBuilder told = new StringBuilder(); synchronized (o) { o.notify(); o.notifyAll(); told.append(Thread.holdsLock(o)).append(Thread.holdsLock(p)); synchronized (o) { synchronized (p) { } told.append(Thread.holdsLock(p)); } told.append(Thread.holdsLock(o)); } told.append(Thread.holdsLock(o)); try { o.notify(); } catch (IllegalMonitorStateException e) { told.append(e.getMessage()); } try { o.notifyAll(); } catch (IllegalMonitorStateException e) { told.append(2); } try { o.wait(); } catch (IllegalMonitorStateException | InterruptedException e) { told.append(3); } try { o.wait(4); } catch (IllegalMonitorStateException | InterruptedException e) { told.append(4); } try { o.wait(-4); } catch (IllegalArgumentException | InterruptedException e) { told.append(e.getMessage()); } return told.toString(); }
    static String hashtable() { Hashtable<String, Integer> h = new Hashtable<>(); h.put("a", 1); h.put("b", 2); Vector<Integer> v = new Vector<>(List.of(1, 2)); Stack<Integer> s = new Stack<>(); s.push(1); s.push(2); return h.toString() + v + s.pop() + s; }
    static Object stackEmpty() { return new Stack<>().pop(); }
    static String bytes() { return Arrays.toString("h\u00e9\u20ac".getBytes(java.nio.charset.StandardCharsets.UTF_8)) + new String(new byte[] {104, 105}, java.nio.charset.StandardCharsets.ISO_8859_1); }
    static String buffers() { java.nio.ByteBuffer b = java.nio.ByteBuffer.allocate(16); b.putInt(7).putLong(9L).flip(); return b.getInt() + "" + b.getLong() + b; }
    static String newThread(String s) { int[] ran = {0}; Thread t = new Thread(() -> ran[0]++, s), own = Thread.currentThread(); t.run(); return t.getName() + ran[0] + t.getPriority() + t.isDaemon() + t.getState() + (t.getThreadGroup() == own.getThreadGroup()) + (t.getContextClassLoader() == own.getContextClassLoader()); }
    static int ownThread() { class Counting extends Thread { int count; public void run() { count += 2; } } Counting c = new Counting(); c.setPriority(7); c.setDaemon(true); c.run(); return c.count + c.getPriority() + (c.isDaemon() ? 100 : 0) + c.getName().indexOf("Thread-"); }
    static String threads() { return Thread.currentThread().getName() + Thread.interrupted(); }
    static String reflectArray() { Object a = java.lang.reflect.Array.newInstance(String.class, 2); return a.getClass().getName() + java.lang.reflect.Array.getLength(a) + new ArrayList<>(List.of("q")).toArray(new String[0])[0]; }
    static String format(int k) { return String.format("%d %s %5d|%-4s|%x %c %b %04d", k, "x", k, "ab", k, 'q', true, 7) + "%s-%s".formatted(k, 2L) + String.format("%,d %+d", k, k); }
    static String formatReal(double d) { return String.format("%.2f %e %s", d, d, d); }
    static void badFormat() { String.format("%d", "x"); }
    static String printf() { System.out.printf("%d%n", 3).format("%s", "x").print("x"); return "ok"; }
    static String regex(String s) { return s.matches("[a-h]*l+o") + s.replaceAll("[aeiou](.)", "<$1>") + Arrays.toString(s.split("\\s*[,.]\\s*")) + java.util.regex.Pattern.compile("(\\w)(\\w)").matcher(s).find(); }
    static String regexLiterals(String s) {
        StringBuilder b = new StringBuilder();
        for (String p : new String[] {"ll", "(?i)JAVA\\.L", "java", "\\.util", "12|c,", "(?<=l)l", "\\bx\\b", "(?<n>a),b", "\u20acu"}) {
            java.util.regex.Matcher m = java.util.regex.Pattern.compile(p).matcher(s);
            b.append(m.find() ? m.start() + ":" + m.end() : "-").append(m.hitEnd()).append(m.lookingAt()).append(m.hitEnd()).append(s, 0, s.length() / 2);
        }
        return b.toString();
    }
    static Object appendOutside(String s) { return new StringBuilder("x").append(s, 1, 3); }
    static void badRegex() { java.util.regex.Pattern.compile("(a"); }
    static String threadLocal() { ThreadLocal<Integer> t = ThreadLocal.withInitial(() -> 4); t.set(t.get() + 1); return "" + t.get(); }
    static String calendar() { return "" + new Date(0).getTime(); }
    static String uuid() { return new UUID(1, 2).toString(); }
    static String joiner() { StringJoiner j = new StringJoiner(", ", "{", "}"); j.add("a").add("b"); return j.toString(); }
    static String weak() { return "" + new java.lang.ref.WeakReference<>("x").get(); }
    static String atomicModes() {
        AtomicInteger i = new AtomicInteger(5); AtomicLong l = new AtomicLong(7); AtomicReference<String> r = new AtomicReference<>("a"); AtomicBoolean b = new AtomicBoolean(true);
        i.setPlain(i.getPlain() + 1); i.setOpaque(i.getOpaque() + 1); i.setRelease(i.getAcquire() + 1); i.lazySet(i.get() + 1);
        l.setPlain(l.getPlain() + 1); l.setOpaque(l.getOpaque() + 1); l.setRelease(l.getAcquire() + 1); l.lazySet(l.get() + 1);
        r.setPlain(r.getPlain() + 1); r.setOpaque(r.getOpaque() + 1); r.setRelease(r.getAcquire() + 1); r.lazySet(r.get() + 1);
        b.setPlain(!b.getPlain()); b.setOpaque(!b.getOpaque()); b.setRelease(!b.getAcquire()); b.lazySet(b.get());
        String s = r.get();
        return "" + i.getAndDecrement() + i.decrementAndGet() + i.getAndAdd(3) + i.getAndSet(4) + i.weakCompareAndSetPlain(4, 5) + i.weakCompareAndSetVolatile(5, 6) + i.weakCompareAndSetAcquire(6, 7) + i.weakCompareAndSetRelease(0, 8) + i.weakCompareAndSet(7, 9) + i.compareAndExchange(9, 1) + i.compareAndExchangeAcquire(1, 2) + i.compareAndExchangeRelease(0, 3) + i
            + l.getAndIncrement() + l.incrementAndGet() + l.getAndDecrement() + l.addAndGet(5) + l.getAndSet(4) + l.compareAndSet(4, 5) + l.weakCompareAndSetPlain(5, 6) + l.weakCompareAndSetVolatile(6, 7) + l.weakCompareAndSetAcquire(7, 8) + l.weakCompareAndSetRelease(0, 9) + l.weakCompareAndSet(8, 1) + l.compareAndExchange(1, 2) + l.compareAndExchangeAcquire(2, 3) + l.compareAndExchangeRelease(0, 4) + l
            + r.weakCompareAndSetPlain(s, "c") + r.weakCompareAndSetVolatile("c", "d") + r.weakCompareAndSetAcquire("d", "e") + r.weakCompareAndSetRelease("q", "f") + r.weakCompareAndSet("e", "g") + r.compareAndExchange("g", "h") + r.compareAndExchangeAcquire("h", "i") + r.compareAndExchangeRelease("q", "j") + r
            + b.weakCompareAndSetPlain(true, false) + b.weakCompareAndSetVolatile(false, true) + b.weakCompareAndSetAcquire(true, false) + b.weakCompareAndSetRelease(true, true) + b.weakCompareAndSet(false, true) + b;
    }
    static String atomicArrays() {
        AtomicIntegerArray i = new AtomicIntegerArray(new int[] {5, 6}); AtomicLongArray l = new AtomicLongArray(3); AtomicReferenceArray<String> r = new AtomicReferenceArray<>(new String[] {"a", null});
        i.setPlain(0, i.getPlain(0) + 1); i.setOpaque(0, i.getOpaque(0) + 1); i.setRelease(1, i.getAcquire(1) + 1); i.lazySet(1, i.get(1) + 1); i.set(0, i.get(0) * 2);
        l.setPlain(0, l.getPlain(0) + 1); l.setOpaque(0, l.getOpaque(0) + 1); l.setRelease(1, l.getAcquire(1) + 1); l.lazySet(1, l.get(1) + 1); l.set(2, 1L << 40);
        r.setPlain(0, r.getPlain(0) + 1); r.setOpaque(0, r.getOpaque(0) + 1); r.setRelease(1, r.getAcquire(1) + 1); r.lazySet(1, r.get(1) + 1);
        r.set(0, r.get(0) + "0"); String s = r.get(0), thrown;
        try { thrown = "" + i.get(2); } catch (ArrayIndexOutOfBoundsException e) { thrown = "out"; }
        try { thrown += r.getAndSet(-1, "z"); } catch (ArrayIndexOutOfBoundsException e) { thrown += "out"; }
        return thrown + i.length() + i.getAndDecrement(0) + i.decrementAndGet(0) + i.getAndIncrement(1) + i.incrementAndGet(1) + i.getAndAdd(0, 3) + i.addAndGet(0, 4) + i.getAndSet(0, 4) + i.compareAndSet(0, 4, 5) + i.compareAndSet(0, 4, 5) + i.weakCompareAndSetPlain(0, 5, 6) + i.weakCompareAndSetVolatile(0, 6, 7) + i.compareAndExchange(0, 7, 1) + i.compareAndExchangeAcquire(0, 9, 2) + i.updateAndGet(0, x -> x * 3) + i.getAndAccumulate(1, 5, Math::max) + i
            + l.getAndIncrement(2) + l.incrementAndGet(2) + l.addAndGet(2, 5) + l.getAndSet(2, 4) + l.compareAndSet(2, 4, 5) + l.weakCompareAndSetRelease(2, 0, 9) + l.compareAndExchangeRelease(2, 5, 3) + l.accumulateAndGet(2, 2, Long::sum) + l
            + r.compareAndSet(0, s, "c") + r.weakCompareAndSetAcquire(0, "c", "d") + r.getAndSet(0, "e") + r.compareAndExchange(0, "e", "h") + r.compareAndExchange(0, "q", "i") + r.updateAndGet(1, x -> x + "!") + r;
    }
    static String atomicArrayModes() {
        AtomicIntegerArray i = new AtomicIntegerArray(new int[] {5}); AtomicLongArray l = new AtomicLongArray(new long[] {5}); AtomicReferenceArray<String> r = new AtomicReferenceArray<>(new String[] {"a"});
        return "" + i.getAndIncrement(0) + i.getAndDecrement(0) + i.incrementAndGet(0) + i.decrementAndGet(0) + i.getAndAdd(0, 3) + i.addAndGet(0, 3) + i.getAndSet(0, 3) + i.compareAndSet(0, 3, 4) + i.weakCompareAndSet(0, 4, 5) + i.weakCompareAndSetPlain(0, 5, 6) + i.weakCompareAndSetVolatile(0, 6, 7) + i.weakCompareAndSetAcquire(0, 7, 8) + i.weakCompareAndSetRelease(0, 1, 9) + i.compareAndExchange(0, 8, 9) + i.compareAndExchangeAcquire(0, 9, 1) + i.compareAndExchangeRelease(0, 2, 3) + i + l.getAndIncrement(0) + l.getAndDecrement(0) + l.incrementAndGet(0) + l.decrementAndGet(0) + l.getAndAdd(0, 3) + l.addAndGet(0, 3) + l.getAndSet(0, 3) + l.compareAndSet(0, 3, 4) + l.weakCompareAndSet(0, 4, 5) + l.weakCompareAndSetPlain(0, 5, 6) + l.weakCompareAndSetVolatile(0, 6, 7) + l.weakCompareAndSetAcquire(0, 7, 8) + l.weakCompareAndSetRelease(0, 1, 9) + l.compareAndExchange(0, 8, 9) + l.compareAndExchangeAcquire(0, 9, 1) + l.compareAndExchangeRelease(0, 2, 3) + l + r.compareAndSet(0, "a", "b") + r.weakCompareAndSet(0, "b", "c") + r.weakCompareAndSetPlain(0, "c", "d") + r.weakCompareAndSetVolatile(0, "d", "e") + r.weakCompareAndSetAcquire(0, "e", "f") + r.weakCompareAndSetRelease(0, "q", "g") + r.compareAndExchange(0, "f", "g") + r.compareAndExchangeAcquire(0, "g", "h") + r.compareAndExchangeRelease(0, "q", "i") + r;
    }
    static String arrayLengths() {
        String found = "";
        for (Object o : new Object[] {new int[3], new String[2], new boolean[0], new long[1][4], "text", null}) {
            try { found += java.lang.reflect.Array.getLength(o); } catch (IllegalArgumentException e) { found += e.getMessage(); } catch (NullPointerException e) { found += "null"; }
        }
        return found;
    }
    static String printing() {
        java.io.PrintStream o = System.out; o.print(true); o.print('c'); o.print(1); o.print(1L); o.print(1f); o.print(1d); o.print(new char[] {'x'}); o.print("s"); o.print((Object) null);
        o.println(); o.println(true); o.println('c'); o.println(1); o.println(1L); o.println(1f); o.println(1d); o.println(new char[] {'x'}); o.println((String) null); o.println(new Object[0].length); o.flush(); o.write(65);
        return "done";
    }
    static void printingNull() { System.out.print((char[]) null); }
    static String bounds(int k) {
        try {
            switch (k) {
                case 0: Objects.checkFromToIndex(1, 9, 5); break;
                case 1: Objects.checkFromIndexSize(2, 9, 5); break;
                case 2: Objects.checkIndex(7L, 5L); break;
                case 3: Objects.checkFromToIndex(1L, 9L, 5L); break;
                case 4: Objects.checkFromIndexSize(2L, 9L, 5L); break;
                case 5: "abc".substring(2, 1); break;
                case 6: "abc".charAt(9); break;
                case 7: new StringBuilder("abc").charAt(-1); break;
                default: return "other";
            }
            return "none";
        } catch (IndexOutOfBoundsException e) { return e.toString(); }
    }
    static String allBounds() { StringBuilder b = new StringBuilder(); for (int k = 0; k < 8; k++) b.append(bounds(k)); return b.toString(); }
    static String moreClasses() { class Local {} Class<?> c = Local.class; return c.getSimpleName() + c.isMemberClass() + c.isAnonymousClass() + new Object() {}.getClass().isAnonymousClass() + c.getEnclosingClass() + Map.Entry.class.getDeclaringClass() + String.class.getClassLoader() + int[].class.getPackageName() + Object[].class.getSuperclass() + int.class.getSimpleName() + Own.class.getName() + new Object().getClass() + Integer.TYPE + Void.TYPE + Integer.class.cast(3) + Color.class.getEnumConstants()[1]; }
    static String sameReference() { String s = "x"; java.lang.ref.WeakReference<String> w = new java.lang.ref.WeakReference<>(s); boolean a = w.refersTo(s); w.clear(); return "" + a + w.refersTo(null) + w.get(); }
    static String interning(String s) { return "" + (s.intern() == new String(s).intern()) + ("lit" == new String("lit").intern()); }
    static Object negativeArray() { return java.lang.reflect.Array.newInstance(int.class, -2); }
    static int notAnArray() { return java.lang.reflect.Array.getLength("x"); }
    static String privileged() { return java.security.AccessController.doPrivileged((java.security.PrivilegedAction<String>) () -> "p") + java.security.AccessController.doPrivileged((java.security.PrivilegedAction<String>) () -> "q", null); }
    static boolean sameHash() { Object o = new Object(); return o.hashCode() == System.identityHashCode(o) && System.identityHashCode(null) == 0; }
    static int utf16(String s) { return (s + "\u20ac").hashCode() + new StringBuilder("\u20ac").append(1).append('q').append(s).deleteCharAt(0).toString().length(); }
    static String formatters() {
        java.text.DecimalFormatSymbols symbols = new java.text.DecimalFormatSymbols(Locale.US);
        symbols.setDecimalSeparator(';'); symbols.setGroupingSeparator(' ');
        java.text.DecimalFormat f = new java.text.DecimalFormat("0.00", symbols), g = new java.text.DecimalFormat(), h = new java.text.DecimalFormat("#,##0.###");
        f.applyPattern("#,##0"); f.setDecimalFormatSymbols(new java.text.DecimalFormatSymbols()); f.setGroupingUsed(false); f.setDecimalSeparatorAlwaysShown(true);
        f.setMinimumFractionDigits(1); f.setMaximumFractionDigits(2); f.setMinimumIntegerDigits(1); f.setMaximumIntegerDigits(9);
        java.text.NumberFormat[] made = {java.text.NumberFormat.getInstance(), java.text.NumberFormat.getInstance(Locale.US), java.text.NumberFormat.getNumberInstance(), java.text.NumberFormat.getNumberInstance(Locale.US),
            java.text.NumberFormat.getIntegerInstance(), java.text.NumberFormat.getIntegerInstance(Locale.US), java.text.NumberFormat.getPercentInstance(), java.text.NumberFormat.getPercentInstance(Locale.US),
            java.text.NumberFormat.getCurrencyInstance(), java.text.NumberFormat.getCurrencyInstance(Locale.US), f, g, h};
        String classes = "";
        for (java.text.NumberFormat each : made) { Object a = each.format(1.5), b = each.format(7L); classes += each.getClass().getName() + (a == b) + (a instanceof String); }
        return classes + (java.text.DecimalFormatSymbols.getInstance() == java.text.DecimalFormatSymbols.getInstance(Locale.US));
    }
    static Object nullPattern() { return new java.text.DecimalFormat(null); }
    static Object nullLocale() { return java.text.NumberFormat.getInstance(null); }
    static String dates() {
        java.text.SimpleDateFormat f = new java.text.SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss 'GMT'"), g = new java.text.SimpleDateFormat("yyyy", Locale.US), h = new java.text.SimpleDateFormat();
        f.setTimeZone(TimeZone.getTimeZone("GMT")); g.setTimeZone(TimeZone.getDefault()); f.setLenient(false);
        java.text.DateFormat[] made = {f, g, h, java.text.DateFormat.getDateInstance(), java.text.DateFormat.getDateInstance(1), java.text.DateFormat.getDateInstance(2, Locale.US), java.text.DateFormat.getTimeInstance(), java.text.DateFormat.getTimeInstance(3), java.text.DateFormat.getTimeInstance(0, Locale.US),
            java.text.DateFormat.getDateTimeInstance(), java.text.DateFormat.getDateTimeInstance(1, 2), java.text.DateFormat.getDateTimeInstance(2, 3, Locale.US)};
        String classes = "";
        for (java.text.DateFormat each : made) classes += each.getClass().getName() + (each.format(new Date(5)) != null);
        return classes + (new java.security.SecureRandom() != null);
    }
    static Object nullDate() { return new java.text.SimpleDateFormat("yyyy").format((Date) null); }
    static String ownZone() { return TimeZone.getDefault().getID(); }
    static Object nullZone() { return TimeZone.getTimeZone((String) null); }
    static String loggers() {
        java.util.logging.Logger log = java.util.logging.Logger.getLogger("a.b"); java.util.logging.Level quiet = java.util.logging.Level.FINE; int[] asked = new int[1];
        log.fine("x"); log.finer("x"); log.finest("x"); log.config("x"); log.log(quiet, "x"); log.log(quiet, "x", log); log.log(quiet, "x", new Object[0]); log.log(quiet, "x", new Error());
        log.fine(() -> "" + asked[0]++); log.finer(() -> "" + asked[0]++); log.finest(() -> "" + asked[0]++); log.config(() -> "" + asked[0]++); log.log(quiet, () -> "" + asked[0]++); log.log(quiet, new Error(), () -> "" + asked[0]++);
        return log.getName() + (log == java.util.logging.Logger.getLogger("a.b")) + (log == java.util.logging.Logger.getLogger("a")) + (java.util.logging.Logger.getLogger("global") == java.util.logging.Logger.getLogger("global"))
            + log.isLoggable(quiet) + log.isLoggable(java.util.logging.Level.INFO) + log.isLoggable(java.util.logging.Level.OFF) + log.isLoggable(java.util.logging.Level.ALL) + asked[0];
    }
    static String loud() {
        java.util.logging.Logger log = java.util.logging.Logger.getLogger("loud"); int[] asked = new int[1];
        log.info("logged"); log.warning("logged"); log.severe("logged"); log.info(() -> "logged " + asked[0]++); log.warning(() -> "logged " + asked[0]++); log.severe(() -> "logged " + asked[0]++);
        return "" + asked[0];
    }
    static Object nullLogger() { return java.util.logging.Logger.getLogger((String) null); }
    static boolean nullLevel() { return java.util.logging.Logger.getLogger("a").isLoggable(null); }
    static void logNullLevel() { java.util.logging.Logger.getLogger("a").log(null, "x"); }
    static void printTrace(int k) { new IllegalStateException("k").printStackTrace(k == 0 ? null : System.err); }
    interface Named { default String name() { return "named"; } static int hidden() { return 1; } Object made(); }
    interface Other extends Named { String name(); Number made(); }
    public abstract static class Above implements Other { public Integer made() { return 4; } protected int guarded() { return 1; } }
    public static class Called extends Above {
        static int started; static { started++; }
        final String text;
        public Called() { text = "none"; } private Called(int a, String b) { text = b + a; } public Called(boolean bad) { throw new IllegalStateException("built"); }
        public String name() { return text; } public static long twice(long a) { return 2 * a; } public void nothing(Object a) {}
        public boolean test(char c, double d, int[] a) { return c == 'x' && d > 1 && a.length == 2; } private int own(String s) { return s.length(); }
        public static Object fail(String s) throws Exception { throw new java.io.IOException(s); }
    }
    static String find$(Class<?> c, String name, Class<?>... types) {
        String found = "";
        try { java.lang.reflect.Method m = c.getMethod(name, types); found += m.getName() + m.getDeclaringClass() + m.getReturnType() + m.getModifiers() + m.getParameterCount() + m.getParameterTypes().length + m.isVarArgs() + m.isBridge() + m.isSynthetic() + m.isDefault(); } catch (NoSuchMethodException e) { found += e.getMessage(); }
        try { found += c.getDeclaredMethod(name, types).getReturnType(); } catch (NoSuchMethodException e) { found += e.getMessage(); }
        try { java.lang.reflect.Constructor<?> k = c.getDeclaredConstructor(types); found += k.getName() + k.getModifiers() + k.getParameterCount(); found += c.getConstructor(types).getDeclaringClass(); } catch (NoSuchMethodException e) { found += e.getMessage(); }
        return found;
    }
    static String findMethods() {
        Class<?>[] none = null, classes = {Called.class, Above.class, Other.class, Named.class, Object.class, int.class, int[].class, Color.class, ArrayList.class, List.class, StringBuilder.class, Integer.class, Comparable.class};
        StringBuilder found = new StringBuilder();
        for (Class<?> c : classes) {
            StringBuilder all = new StringBuilder();
            for (String name : new String[] {"name", "made", "hidden", "toString", "clone", "guarded", "twice", "<init>", "iterator", "valueOf", "values", "size", "none"}) all.append(find$(c, name)).append(find$(c, name, none));
            all.append(find$(c, "append", CharSequence.class)).append(find$(c, "compareTo", Object.class)).append(find$(c, "compareTo", Integer.class)).append(find$(c, "test", char.class, double.class, int[].class)).append(find$(c, "x", int.class, String.class)).append(find$(c, "x", (Class<?>) null));
            found.append(c.getName()).append(all.toString().hashCode());
        }
        return found.toString();
    }
    static Object findNull() throws Exception { return Called.class.getMethod(null); }
    static String call$(java.lang.reflect.Method m, Object on, Object... with) {
        try { return m.getName() + m.invoke(on, with); } catch (java.lang.reflect.InvocationTargetException e) { return "target" + e.getTargetException() + e.getCause() + e.getMessage(); } catch (IllegalAccessException e) { return "access"; } catch (RuntimeException e) { return e.getClass().getName(); }
    }
    static String callMethods(String s, int i) throws Exception {
        Called on = Called.class.getConstructor().newInstance(), other = Called.class.getDeclaredConstructor(int.class, String.class).newInstance(i, s); Class<Called> c = Called.class;
        java.lang.reflect.Method name = c.getMethod("name"), twice = c.getMethod("twice", long.class), test = c.getMethod("test", char.class, double.class, int[].class), nothing = c.getMethod("nothing", Object.class);
        return call$(name, on) + call$(name, other) + call$(name, null) + call$(name, "x") + call$(name, on, 1) + call$(name, on, (Object[]) null) + call$(Named.class.getMethod("name"), other) + call$(twice, null, (long) i) + call$(twice, on, "x") + call$(twice, on)
            + call$(test, on, 'x', 1.5, new int[2]) + call$(test, on, 'x', 1.5, "no") + call$(test, on, 'x', 2L, new int[2]) + call$(test, on, 'x', 'y', new int[2]) + call$(test, on, "x", 1f, new int[2]) + call$(test, on, null, 1f, new int[2]) + call$(twice, on, (byte) i) + call$(twice, on, (short) i) + call$(twice, on, i) + call$(twice, on, 'c') + call$(twice, on, 1f) + call$(twice, on, true) + call$(nothing, on, s) + call$(nothing, on, (Object) null) + call$(c.getDeclaredMethod("own", String.class), on, s) + call$(c.getMethod("fail", String.class), null, s)
            + call$(Object.class.getDeclaredMethod("clone"), on) + call$(Integer.class.getDeclaredMethod("parseInt", String.class), null, s) + call$(c.getMethod("made"), on) + (Thread.class.getMethod("getContextClassLoader").invoke(Thread.currentThread()) == c.getClassLoader());
    }
    static String construct() throws Exception {
        String all = "";
        for (Class<?> c : new Class<?>[] {Called.class, Above.class, ArrayList.class, Collections.class}) { try { all += c.getDeclaredConstructor().newInstance().getClass(); } catch (ReflectiveOperationException e) { all += e.getClass() + (e instanceof InstantiationException ? e.getMessage() : ""); } }
        try { Called.class.getConstructor(boolean.class).newInstance(true); } catch (java.lang.reflect.InvocationTargetException e) { all += e.getCause(); }
        return all;
    }
    static String makeInstances() {
        String all = "";
        for (Class<?> c : new Class<?>[] {Called.class, Above.class, Named.class, Collections.class, int[].class, Color.class, HashMap.class, Optional.class, Class.class}) { try { all += c.newInstance().getClass(); } catch (InstantiationException e) { all += e; } catch (IllegalAccessException e) { all += "access"; } }
        return all;
    }
    static class Started { static String log = ""; static class Inner { static final int CONSTANT = 5; static { log += "inner"; } } static class Bad { static { if (log != null) throw new IllegalStateException("bad"); } } }
    static String startClasses() throws Exception {
        Class.forName("LibrarySubject$Started$Inner", false, LibrarySubject.class.getClassLoader()); String before = Started.log;
        Class<?> c = Class.forName("LibrarySubject$Started$Inner"); Class.forName("LibrarySubject$Started$Inner"); Class.forName("[LLibrarySubject$Started$Inner;");
        String bad = ""; for (int k = 0; k < 2; k++) { try { Class.forName("LibrarySubject$Started$Bad"); } catch (Throwable e) { bad += e.getClass() + "" + (k == 0 && e.getCause() != null ? e.getCause().toString() : ""); } }
        return before + c + Started.log + bad;
    }
    static String resources(String s) {
        ClassLoader loader = LibrarySubject.class.getClassLoader();
        return "" + loader.getResource("no/such.file") + loader.getResourceAsStream("no/such.file") + ClassLoader.getSystemResourceAsStream("no such") + LibrarySubject.class.getResource("nothing.txt") + LibrarySubject.class.getResourceAsStream("/nothing.txt") + String.class.getResource("nothing.txt");
    }
    static Object nullResource() { return LibrarySubject.class.getClassLoader().getResource(null); }
    static String writers(String s, int i) {
        java.io.StringWriter text = new java.io.StringWriter(); java.io.PrintWriter out = new java.io.PrintWriter(text), over = new java.io.PrintWriter(out), console = new java.io.PrintWriter(new java.io.OutputStreamWriter(System.err));
        out.print(s); out.println(s); over.print(i); over.write("w"); over.println(); over.flush(); out.append(s).append('c'); console.print(s == null ? "" : ""); console.flush();
        String so = text.toString(); out.close(); out.print("late"); boolean same = text.toString() == so;
        return so + text.toString() + out.checkError() + over.checkError() + console.checkError() + same + text.getBuffer().length();
    }
    static void writeNull(int k) throws Exception { java.io.Writer w = k == 0 ? new java.io.PrintWriter(new java.io.StringWriter()) : k == 5 ? new java.io.OutputStreamWriter(System.err) : new java.io.StringWriter(); w.write((String) null); }
    static String byteBuffers(int i, long j, double d) {
        java.nio.ByteBuffer b = java.nio.ByteBuffer.allocate(40), c = java.nio.ByteBuffer.allocate(40).order(java.nio.ByteOrder.LITTLE_ENDIAN); String all = "";
        for (java.nio.ByteBuffer each : new java.nio.ByteBuffer[] {b, c}) { each.put((byte) i).putInt(i).putShort((short) i).putChar((char) i).putLong(j).putDouble(d).putFloat((float) d); each.flip(); all += Arrays.toString(each.array()) + each.get() + each.getInt() + each.getShort() + (int) each.getChar() + each.getLong() + Double.doubleToLongBits(each.getDouble()) + Float.floatToIntBits(each.getFloat()); }
        return all;
    }
}
