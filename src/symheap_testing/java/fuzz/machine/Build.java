import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import sun.misc.Unsafe;

/** Builds the objects of a plan with the classes of one loader. */
final class Build {
    private static final Unsafe UNSAFE = unsafe();
    private final Fresh loader;
    private final Plan plan;
    private final Object[] objects;

    Build(Fresh loader, Plan plan) {
        this.loader = loader;
        this.plan = plan;
        this.objects = new Object[plan.nodes.size()];
    }

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** All objects first, then their contents: plans may be cyclic. */
    Object[] roots(Class<?>[] types) throws Throwable {
        for (int k = 0; k < objects.length; k++) {
            objects[k] = bare(plan.nodes.get(k));
        }
        for (int k = 0; k < objects.length; k++) {
            fill(objects[k], plan.nodes.get(k));
        }
        Object[] roots = new Object[types.length];
        for (int k = 0; k < types.length; k++) {
            roots[k] = value(plan.roots.get(k), types[k]);
        }
        return roots;
    }

    private Object bare(Plan.Node node) throws Throwable {
        if (node.text != null) {
            return new String(node.text);
        }
        Class<?> type = Names.type(node.type, loader);
        if (node.length >= 0) {
            return Array.newInstance(type.getComponentType(), node.length);
        }
        return UNSAFE.allocateInstance(type);
    }

    private void fill(Object object, Plan.Node node) throws Throwable {
        for (int k = 0; k < node.names.size(); k++) {
            String name = node.names.get(k);
            if (node.length >= 0) {
                Array.set(object, Integer.parseInt(name), value(node.values.get(k), object.getClass().getComponentType()));
            } else {
                put(object, Names.field(object.getClass(), name), node.values.get(k));
            }
        }
    }

    private void put(Object object, Field field, String word) throws Throwable {
        if (Modifier.isStatic(field.getModifiers())) {
            throw new IllegalArgumentException("a static field: " + field);
        }
        long at = UNSAFE.objectFieldOffset(field);
        Object value = value(word, field.getType());
        switch (field.getType().getName()) {
            case "int": UNSAFE.putInt(object, at, (Integer) value); break;
            case "long": UNSAFE.putLong(object, at, (Long) value); break;
            case "short": UNSAFE.putShort(object, at, (Short) value); break;
            case "byte": UNSAFE.putByte(object, at, (Byte) value); break;
            case "char": UNSAFE.putChar(object, at, (Character) value); break;
            case "boolean": UNSAFE.putBoolean(object, at, (Boolean) value); break;
            case "float": UNSAFE.putFloat(object, at, (Float) value); break;
            case "double": UNSAFE.putDouble(object, at, (Double) value); break;
            default:
                if (value != null && !field.getType().isInstance(value)) {
                    throw new IllegalArgumentException(value.getClass() + " for " + field);
                }
                UNSAFE.putObject(object, at, value);
        }
    }

    /**
     * Finds the value of a word: n is null or zero, rK an object, iN a whole number, dBITS the bits of a float or double,
     * xTEXT one in decimals, kHEX an object known by name.
     */
    private Object value(String word, Class<?> type) throws Throwable {
        char kind = word.charAt(0);
        String rest = word.substring(1);
        if (kind == 'r') {
            return objects[Integer.parseInt(rest)];
        }
        if (kind == 'k') {
            return Names.known(Plan.unhex(rest), loader);
        }
        if (!type.isPrimitive()) {
            return null;
        }
        if (kind == 'x') {
            double real = Double.parseDouble(rest);
            return type == float.class ? (Object) (float) real : (Object) real;
        }
        return number(kind == 'n' ? 0 : Long.parseLong(rest), kind == 'i', type);
    }

    private static Object number(long bits, boolean whole, Class<?> type) {
        switch (type.getName()) {
            case "int": return (int) bits;
            case "long": return bits;
            case "short": return (short) bits;
            case "byte": return (byte) bits;
            case "char": return (char) bits;
            case "boolean": return bits != 0;
            case "float": return whole ? (float) bits : Float.intBitsToFloat((int) bits);
            default: return whole ? (double) bits : Double.longBitsToDouble(bits);
        }
    }
}
