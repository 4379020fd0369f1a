import java.lang.reflect.Array;
import java.lang.reflect.Field;

/** Finds classes, fields and objects by the names that reports use. */
final class Names {
    private Names() {}

    /** A class by its name for the machine, also of an array: [I, [LC0;. */
    static Class<?> type(String name, ClassLoader loader) throws ClassNotFoundException {
        return Class.forName(name, false, loader);
    }

    /** A field of a class or its superclasses, the nearest first; "Class.field" names that of one class. */
    static Field field(Class<?> type, String name) throws NoSuchFieldException {
        int dot = name.lastIndexOf('.');
        String plain = name.substring(dot + 1);
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (dot >= 0 && !at.getName().equals(name.substring(0, dot))) {
                continue;
            }
            for (Field field : at.getDeclaredFields()) {
                if (field.getName().equals(plain)) {
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(type.getName() + "." + name);
    }

    /** An object that exists before the call: "text", Integer.valueOf(5), Class.field, Class.field[0].other. */
    static Object known(String name, ClassLoader loader) throws Throwable {
        if (name.startsWith("\"")) {
            return literal(name).intern();
        }
        int call = name.indexOf(".valueOf(");
        if (call >= 0) {
            return box(name.substring(0, call), name.substring(call + 9, name.length() - 1));
        }
        String[] parts = name.replace("[", ".[").split("\\.");
        Class<?> found = null;
        int used = 0;
        StringBuilder prefix = new StringBuilder();
        for (int k = 0; k < parts.length - 1 && found == null; k++) {
            prefix.append(parts[k]);
            found = ofName(prefix.toString(), loader);
            used = k + 1;
            if (found == null) {
                prefix.append('.');
            }
        }
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        for (Class<?> inner; used < parts.length - 1; used++, found = inner) {
            inner = ofName(found.getName() + "$" + parts[used], loader);
            if (inner == null) {
                break;
            }
        }
        return walk(found, parts, used);
    }

    private static Object walk(Class<?> start, String[] parts, int used) throws Throwable {
        Field first = staticField(start, parts[used]);
        first.setAccessible(true);
        Object at = first.get(null);
        for (int k = used + 1; k < parts.length && at != null; k++) {
            if (parts[k].startsWith("[")) {
                int index = Integer.parseInt(parts[k].substring(1, parts[k].length() - 1));
                at = index < Array.getLength(at) ? Array.get(at, index) : null;
            } else {
                Field field = field(at.getClass(), parts[k]);
                field.setAccessible(true);
                at = field.get(at);
            }
        }
        return at;
    }

    private static Field staticField(Class<?> type, String name) throws NoSuchFieldException {
        try {
            return field(type, name);
        } catch (NoSuchFieldException e) {
            for (Class<?> parent : type.getInterfaces()) {
                return staticField(parent, name);
            }
            throw e;
        }
    }

    private static Class<?> ofName(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            return null;
        }
    }

    private static String literal(String quoted) {
        return quoted.substring(1, quoted.length() - 1).translateEscapes();
    }

    private static Object box(String type, String text) {
        String value = text.replaceAll("^\\([a-z]+\\) *", "").replaceAll("[Ll]$", "");
        switch (type.replace("java.lang.", "")) {
            case "Integer": return Integer.valueOf(value);
            case "Long": return Long.valueOf(value);
            case "Short": return Short.valueOf(value);
            case "Byte": return Byte.valueOf(value);
            case "Boolean": return Boolean.valueOf(value);
            case "Character":
                return value.startsWith("'") ? value.substring(1, value.length() - 1).translateEscapes().charAt(0)
                    : (char) Integer.parseInt(value);
            default: throw new IllegalArgumentException(type);
        }
    }
}
