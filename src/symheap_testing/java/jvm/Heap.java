package symheap.oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The objects of a call by number: first all are made, without constructors, then their contents are set. */
final class Heap {
    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "boolean", boolean.class, "byte", byte.class, "short", short.class, "char", char.class, "int", int.class,
            "long", long.class, "float", float.class, "double", double.class, "void", void.class);

    final ClassLoader loader;
    final Map<Integer, Object> objects = new TreeMap<>();

    Heap(Map<String, Object> form, ClassLoader loader) throws ReflectiveOperationException {
        this.loader = loader;
        for (Map.Entry<String, Object> entry : form.entrySet()) {
            int number = Integer.parseInt(entry.getKey());
            if (number <= 0) {
                throw new Refused(number + " is no number for an object that comes in");
            }
            objects.put(number, make(Json.object(entry.getValue())));
        }
        for (Map.Entry<String, Object> entry : form.entrySet()) {
            fill(objects.get(Integer.valueOf(entry.getKey())), Json.object(entry.getValue()));
        }
    }

    Class<?> classNamed(String name) throws ClassNotFoundException {
        Class<?> primitive = PRIMITIVES.get(name);
        return primitive != null ? primitive : Class.forName(name, false, loader);
    }

    private Object make(Map<String, Object> form) throws ReflectiveOperationException {
        if (form.containsKey("literal")) {
            return string(Json.list(form, "literal")).intern();
        } else if (form.containsKey("string")) {
            return string(Json.list(form, "string"));
        } else if (form.containsKey("classObject")) {
            return classNamed((String) form.get("classObject"));
        } else if (form.containsKey("enum")) {
            return existing((String) form.get("enum"));
        } else if (form.containsKey("static")) {
            return existing((String) form.get("static"));
        }
        Class<?> type = classNamed((String) form.get("class"));
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), Json.list(form, "elements").size());
        } else if (type == Class.class) {
            throw new Refused("a class object is named, not made");
        }
        return Memory.allocate(type);
    }

    private static String string(List<Object> units) {
        char[] chars = new char[units.size()];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (long) (Long) units.get(i);
        }
        return new String(chars);
    }

    /** What {@code Owner.name} holds, or what is reached from there: {@code Owner.name/field/[3]}. */
    private Object existing(String name) throws ReflectiveOperationException {
        String[] steps = name.split("/");
        Field field = staticField(steps[0]);
        Memory.initialize(field.getDeclaringClass());
        Object found = field.getType().isPrimitive() ? null : Memory.getReference(null, field);
        for (int i = 1; i < steps.length && found != null; i++) {
            found = step(found, steps[i]);
        }
        if (found == null) {
            throw new Refused(name + " is no object");
        }
        return found;
    }

    private static Object step(Object from, String step) {
        if (step.startsWith("[")) {
            int index = Integer.parseInt(step.substring(1, step.length() - 1));
            return from instanceof Object[] && index < Array.getLength(from) ? Array.get(from, index) : null;
        }
        Field field = Memory.field(from.getClass(), step);
        return field.getType().isPrimitive() ? null : Memory.getReference(from, field);
    }

    /** The static field {@code Owner.name}; its class need not be initialised. */
    Field staticField(String name) throws ReflectiveOperationException {
        int dot = name.lastIndexOf('.');
        if (dot < 0) {
            throw new Refused(name + " names no class");
        }
        Class<?> owner = classNamed(name.substring(0, dot));
        Field field = owner.getDeclaredField(name.substring(dot + 1));
        if (!Modifier.isStatic(field.getModifiers())) {
            throw new Refused(name + " is not static");
        }
        return field;
    }

    private void fill(Object object, Map<String, Object> form) {
        for (Map.Entry<String, Object> entry : Json.object(form, "fields").entrySet()) {
            put(object, Memory.field(object.getClass(), entry.getKey()), entry.getValue());
        }
        List<Object> elements = Json.list(form, "elements");
        if (!elements.isEmpty() && !object.getClass().isArray()) {
            throw new Refused(object.getClass().getName() + " is no array");
        }
        for (int i = 0; i < elements.size(); i++) {
            long element = (Long) elements.get(i);
            if (object instanceof Object[]) {
                ((Object[]) object)[i] = numbered(element);
            } else {
                Memory.putElement(object, i, element);
            }
        }
    }

    void put(Object object, Field field, Object tagged) {
        long bits = bits(tagged, field.getType(), field);
        if (field.getType().isPrimitive()) {
            Memory.putBits(object, field, bits);
        } else {
            Memory.putReference(object, field, numbered(bits));
        }
    }

    /** A tagged value as an argument of the given type. */
    Object argument(Object tagged, Class<?> type, Object place) {
        long bits = bits(tagged, type, place);
        if (type.isPrimitive()) {
            return Memory.box(type.getName(), bits);
        }
        Object value = numbered(bits);
        if (value != null && !type.isInstance(value)) {
            throw new Refused(place + " takes no " + value.getClass().getName() + " for a " + type.getName());
        }
        return value;
    }

    private static long bits(Object tagged, Class<?> type, Object place) {
        Object bits = Json.object(tagged).get(Memory.kind(type));
        if (bits == null) {
            throw new Refused(place + ": " + Memory.kind(type) + " expected, given " + tagged);
        }
        return (Long) bits;
    }

    Object numbered(long number) {
        Object found = objects.get((int) number);
        if (found == null && number != 0) {
            throw new Refused("there is no object " + number);
        }
        return found;
    }
}
