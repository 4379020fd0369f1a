import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random inputs for the methods of one unit: null, shared and cyclic objects, and objects that static fields hold. */
final class Inputs {
    private static final String[] LIBRARY = {
        "java.lang.Object", "java.lang.String", "java.lang.Integer", "java.lang.Long", "java.lang.Character",
        "java.lang.Boolean", "java.lang.Short", "java.lang.Byte", "[Ljava.lang.Object;", "[I", "[Ljava.lang.String;",
    };
    private static final String[] TEXTS = {"", "a", "b", "ab", "ba", "abc", "k", "\u00e9", "P", "Q", "R"};
    private static final long[] NUMBERS = {0, 1, -1, 2, 3, 4, 5, 7, 10, 31, 32, 33, 63, 64, 100, 127, 128, 129, -128, -129, 255, 256,
        1000, 32767, 32768, -32768, 65535, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE + 1L, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final double[] REALS = {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.0, 3.0, 7.0, 1e10, -1e10, 1e300, Double.NaN,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, 2147483648.0};
    private static final int DEEPEST = 4;

    private final Fresh template;
    private final List<Class<?>> classes = new ArrayList<>();
    private final Map<Class<?>, List<String>> known = new HashMap<>();
    private final Map<Class<?>, List<Field>> fields = new HashMap<>();
    private final long[] numbers;
    private Random random;
    private Plan plan;
    private List<Class<?>> types;

    /** `inputs` are the classes of the unit that inputs may have; `named` those whose static fields are known. */
    Inputs(Fresh template, List<String> inputs, List<String> named, long[] numbers) throws ClassNotFoundException {
        this.template = template;
        this.numbers = numbers;
        for (String name : inputs) {
            classes.add(Names.type(name, template));
        }
        for (String name : LIBRARY) {
            classes.add(Names.type(name, template));
        }
        for (String name : named) {
            for (Field field : Names.type(name, template).getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !field.getType().isPrimitive()) {
                    know(name.replace('$', '.') + "." + field.getName(), field.getType(), 2);
                }
            }
        }
    }

    private void know(String way, Class<?> type, int depth) {
        known.computeIfAbsent(type, key -> new ArrayList<>()).add(way);
        if (depth == 0 || type.getName().startsWith("java.")) {
            return;
        }
        if (type.isArray() && !type.getComponentType().isPrimitive()) {
            know(way + "[0]", type.getComponentType(), 0);
            know(way + "[1]", type.getComponentType(), 0);
        } else if (!type.isEnum()) {
            for (Field field : fields(type)) {
                if (!field.getType().isPrimitive()) {
                    know(way + "." + field.getName(), field.getType(), 0);
                }
            }
        }
    }

    Plan next(Class<?>[] parameters, Class<?> receiver, long seed) {
        random = new Random(seed);
        plan = new Plan();
        types = new ArrayList<>();
        List<String> roots = new ArrayList<>();
        if (receiver != null) {
            roots.add(made(receiver, 0));
        }
        for (Class<?> parameter : parameters) {
            roots.add(value(parameter, 0));
        }
        plan.roots.addAll(roots);
        return plan;
    }

    private String value(Class<?> type, int depth) {
        if (type.isPrimitive()) {
            return number(type);
        }
        int dice = random.nextInt(100);
        if (dice < 12) {
            return "n";
        }
        if (dice < 45) {
            String shared = shared(type);
            if (shared != null) {
                return shared;
            }
        }
        if (dice < 68 || type.isEnum()) {
            String name = known(type);
            if (name != null) {
                return "k" + Plan.hex(name);
            }
        }
        return depth >= DEEPEST ? "n" : fresh(type, depth);
    }

    private String shared(Class<?> type) {
        List<Integer> fitting = new ArrayList<>();
        for (int k = 0; k < types.size(); k++) {
            if (type.isAssignableFrom(types.get(k)) && exact(type, types.get(k))) {
                fitting.add(k);
            }
        }
        return fitting.isEmpty() ? null : "r" + fitting.get(random.nextInt(fitting.size()));
    }

    /** Where an array of references is declared, inputs are of exactly that class: an assumption that reports state. */
    private static boolean exact(Class<?> declared, Class<?> actual) {
        boolean references = declared.isArray() && !declared.getComponentType().isPrimitive();
        return !references || declared == actual;
    }

    private String known(Class<?> type) {
        List<String> fitting = new ArrayList<>();
        for (Map.Entry<Class<?>, List<String>> entry : known.entrySet()) {
            if (type.isAssignableFrom(entry.getKey()) && exact(type, entry.getKey())) {
                fitting.addAll(entry.getValue());
            }
        }
        if (type.isAssignableFrom(String.class)) {
            fitting.add("\"" + TEXTS[random.nextInt(7)] + "\"");
        }
        if (type.isAssignableFrom(Integer.class)) {
            fitting.add("Integer.valueOf(" + (random.nextInt(256) - 128) + ")");
            fitting.add("Integer.valueOf(" + random.nextInt(8) + ")");
        }
        if (type.isAssignableFrom(Boolean.class)) {
            fitting.add("Boolean.valueOf(" + random.nextBoolean() + ")");
        }
        if (type.isAssignableFrom(Long.class)) {
            fitting.add("Long.valueOf(" + random.nextInt(8) + ")");
        }
        fitting.sort(null);
        return fitting.isEmpty() ? null : fitting.get(random.nextInt(fitting.size()));
    }

    private String fresh(Class<?> type, int depth) {
        List<Class<?>> fitting = new ArrayList<>();
        for (Class<?> candidate : classes) {
            if (type.isAssignableFrom(candidate) && exact(type, candidate)) {
                fitting.add(candidate);
            }
        }
        if (type.isArray() && fitting.isEmpty()) {
            fitting.add(type);
        }
        return fitting.isEmpty() ? "n" : made(fitting.get(random.nextInt(fitting.size())), depth);
    }

    private String made(Class<?> type, int depth) {
        Plan.Node node = new Plan.Node(type.getName());
        int at = plan.nodes.size();
        plan.nodes.add(node);
        types.add(type);
        if (type == String.class) {
            node.text = TEXTS[random.nextInt(TEXTS.length)];
        } else if (type.isArray()) {
            node.length = random.nextInt(4);
            for (int k = 0; k < node.length; k++) {
                node.names.add(String.valueOf(k));
                node.values.add(value(type.getComponentType(), depth + 1));
            }
        } else {
            for (Field field : fields(type)) {
                boolean outer = field.isSynthetic();
                node.names.add(field.getDeclaringClass().getName() + "." + field.getName());
                node.values.add(outer ? outer(field.getType(), depth) : value(field.getType(), depth + 1));
            }
        }
        return "r" + at;
    }

    /** The enclosing object of an inner object is never null. */
    private String outer(Class<?> type, int depth) {
        String shared = random.nextBoolean() ? shared(type) : null;
        return shared != null ? shared : made(type, depth + 1);
    }

    private List<Field> fields(Class<?> type) {
        return fields.computeIfAbsent(type, key -> {
            List<Field> found = new ArrayList<>();
            for (Class<?> at = key; at != null; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        found.add(field);
                    }
                }
            }
            return found;
        });
    }

    private String number(Class<?> type) {
        if (type == boolean.class) {
            return "i" + random.nextInt(2);
        }
        if (type == float.class || type == double.class) {
            double real = random.nextInt(4) == 0 ? random.nextGaussian() * 10 : REALS[random.nextInt(REALS.length)];
            return type == float.class ? "d" + Float.floatToIntBits((float) real) : "d" + Double.doubleToLongBits(real);
        }
        return "i" + whole(type);
    }

    private long whole(Class<?> type) {
        long number;
        switch (random.nextInt(4)) {
            case 0: number = random.nextInt(9) - 2; break;
            case 1: number = numbers.length == 0 ? 1 : numbers[random.nextInt(numbers.length)] + random.nextInt(3) - 1; break;
            case 2: number = NUMBERS[random.nextInt(NUMBERS.length)]; break;
            default: number = random.nextBoolean() ? random.nextLong() : random.nextInt(4);
        }
        switch (type.getName()) {
            case "int": return (int) number;
            case "short": return (short) number;
            case "byte": return (byte) number;
            case "char": return (char) number;
            default: return number;
        }
    }
}
