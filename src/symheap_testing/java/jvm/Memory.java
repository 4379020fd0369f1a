package symheap.oracle;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/**
 * Reading and writing fields and elements, whatever their access, also finals and fields of records.
 *
 * <p>A value that is not a reference travels as a long: integers as they are, booleans as 0 and 1, float and double as
 * their raw bits.
 */
final class Memory {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private static final ClassValue<Map<String, Field>> FIELDS = new ClassValue<>() {
        @Override
        protected Map<String, Field> computeValue(Class<?> type) {
            return instanceFields(type);
        }
    };

    private Memory() {}

    /** The instance fields of a class by name; a field that a subclass shadows goes by {@code Owner.name}. */
    static Map<String, Field> fields(Class<?> type) {
        return FIELDS.get(type);
    }

    private static Map<String, Field> instanceFields(Class<?> type) {
        Map<String, Field> result = new LinkedHashMap<>();
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && result.putIfAbsent(field.getName(), field) != null) {
                    result.put(owner.getName() + "." + field.getName(), field);
                }
            }
        }
        return result;
    }

    static Field field(Class<?> type, String name) {
        Field found = fields(type).get(name);
        if (found == null && name.indexOf('.') >= 0) {
            String plain = name.substring(name.lastIndexOf('.') + 1);
            Field candidate = fields(type).get(plain);
            found = candidate != null && name.equals(candidate.getDeclaringClass().getName() + "." + plain)
                    ? candidate : null;
        }
        if (found == null) {
            throw new Refused(type.getName() + " has no field " + name);
        }
        return found;
    }

    static Object allocate(Class<?> type) throws InstantiationException {
        return UNSAFE.allocateInstance(type);
    }

    static void initialize(Class<?> type) {
        UNSAFE.ensureClassInitialized(type);
    }

    static String kind(Class<?> type) {
        return type.isPrimitive() ? type.getName() : "ref";
    }

    private static boolean isStatic(Field field) {
        return Modifier.isStatic(field.getModifiers());
    }

    private static Object base(Object object, Field field) {
        return isStatic(field) ? UNSAFE.staticFieldBase(field) : object;
    }

    private static long offset(Field field) {
        return isStatic(field) ? UNSAFE.staticFieldOffset(field) : UNSAFE.objectFieldOffset(field);
    }

    static Object getReference(Object object, Field field) {
        return UNSAFE.getReferenceVolatile(base(object, field), offset(field));
    }

    static void putReference(Object object, Field field, Object value) {
        if (value != null && !field.getType().isInstance(value)) {
            throw new Refused(field + " cannot hold a " + value.getClass().getName());
        }
        UNSAFE.putReferenceVolatile(base(object, field), offset(field), value);
    }

    static long getBits(Object object, Field field) {
        return getBits(base(object, field), offset(field), field.getType());
    }

    static void putBits(Object object, Field field, long bits) {
        putBits(base(object, field), offset(field), field.getType(), bits);
    }

    static long getElement(Object array, int index) {
        return getBits(array, elementOffset(array, index), array.getClass().getComponentType());
    }

    static void putElement(Object array, int index, long bits) {
        putBits(array, elementOffset(array, index), array.getClass().getComponentType(), bits);
    }

    private static long elementOffset(Object array, int index) {
        long first = UNSAFE.arrayBaseOffset(array.getClass());
        return first + (long) index * UNSAFE.arrayIndexScale(array.getClass());
    }

    private static long getBits(Object base, long offset, Class<?> type) {
        switch (type.getName()) {
            case "boolean":
                return UNSAFE.getBoolean(base, offset) ? 1 : 0;
            case "byte":
                return UNSAFE.getByte(base, offset);
            case "short":
                return UNSAFE.getShort(base, offset);
            case "char":
                return UNSAFE.getChar(base, offset);
            case "int":
            case "float":
                return UNSAFE.getInt(base, offset);
            default:
                return UNSAFE.getLong(base, offset);
        }
    }

    private static void putBits(Object base, long offset, Class<?> type, long bits) {
        switch (type.getName()) {
            case "boolean":
                UNSAFE.putBoolean(base, offset, bits != 0);
                break;
            case "byte":
                UNSAFE.putByte(base, offset, (byte) bits);
                break;
            case "short":
                UNSAFE.putShort(base, offset, (short) bits);
                break;
            case "char":
                UNSAFE.putChar(base, offset, (char) bits);
                break;
            case "int":
            case "float":
                UNSAFE.putInt(base, offset, (int) bits);
                break;
            default:
                UNSAFE.putLong(base, offset, bits);
        }
    }

    /** The value as reflection wants it. */
    static Object box(String kind, long bits) {
        switch (kind) {
            case "boolean":
                return bits != 0;
            case "byte":
                return (byte) bits;
            case "short":
                return (short) bits;
            case "char":
                return (char) bits;
            case "int":
                return (int) bits;
            case "long":
                return bits;
            case "float":
                return Float.intBitsToFloat((int) bits);
            default:
                return Double.longBitsToDouble(bits);
        }
    }

    static long unbox(Object boxed) {
        if (boxed instanceof Boolean) {
            return (Boolean) boxed ? 1 : 0;
        } else if (boxed instanceof Character) {
            return (Character) boxed;
        } else if (boxed instanceof Float) {
            return Float.floatToRawIntBits((Float) boxed);
        } else if (boxed instanceof Double) {
            return Double.doubleToRawLongBits((Double) boxed);
        }
        return ((Number) boxed).longValue();
    }
}
