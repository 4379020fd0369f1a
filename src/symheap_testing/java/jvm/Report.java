package symheap.oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What came out of a call: its value or exception, and the heap after it.
 *
 * <p>Objects that came in keep their numbers (the smallest, where two numbers denote one object); others are numbered
 * -1, -2, ... as they are met, breadth first.  No method of the called code runs here, but for an exception's own
 * {@code getStackTrace}.
 */
final class Report {
    private static final int FRAMES = 32;
    private static final int SLOTS = 200_000;
    /** Classes whose insides belong to the VM.  An exception is one: its insides are its stack. */
    private static final List<Class<?>> VM_CLASSES =
            List.of(Throwable.class, ClassLoader.class, Thread.class, ThreadGroup.class, Module.class);
    private static final List<String> VM_PACKAGES =
            List.of("java.lang.ref.", "java.lang.reflect.", "java.lang.invoke.", "jdk.internal.", "sun.");
    private static final Field MESSAGE = Memory.field(Throwable.class, "detailMessage");

    private final Invocation call;
    private final Set<String> statics = new LinkedHashSet<>();
    private final long limit;
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();
    private final ArrayDeque<Object> pending = new ArrayDeque<>();
    private final StringBuilder out = new StringBuilder();
    private int made;
    private int slots;
    private boolean truncated;

    Report(Invocation call, List<Object> observed, long limit) {
        this.call = call;
        this.limit = limit;
        statics.addAll(call.statics.keySet());
        observed.forEach(name -> statics.add((String) name));
        call.heap.objects.forEach((number, object) -> {
            if (numbers.putIfAbsent(object, number) == null) {
                pending.add(object);
            }
        });
    }

    String of(Object result, Throwable thrown) throws ReflectiveOperationException {
        boolean spent = thrown instanceof VirtualMachineError || Thread.activeCount() > 1;
        out.append("{\"kind\":").append(thrown == null ? "\"return\"" : "\"throw\"");
        out.append(",\"spent\":").append(spent);
        if (thrown != null) {
            exception(thrown);
        } else if (call.returns != void.class) {
            out.append(",\"value\":");
            tagged(Memory.kind(call.returns), call.returns.isPrimitive() ? Memory.unbox(result) : number(result));
        }
        out.append(",\"statics\":{");
        for (String name : statics) {
            out.append(Json.quote(name)).append(':');
            field(null, call.heap.staticField(name));
            out.append(',');
        }
        endList('}');
        out.append(",\"heap\":{");
        for (int count = 0; !pending.isEmpty() && count < limit; count++) {
            object(pending.remove());
            out.append(',');
        }
        endList('}');
        truncated |= !pending.isEmpty();
        return out.append(",\"truncated\":").append(truncated).append('}').toString();
    }

    /** What can be said when there is no memory for more. */
    static String withoutHeap(Throwable thrown) {
        if (thrown == null) {
            return "{\"kind\":\"error\",\"spent\":true,\"reason\":\"out of memory while reporting\"}";
        }
        return "{\"kind\":\"throw\",\"spent\":true,\"truncated\":true,\"thrown\":{\"ref\":0,\"class\":"
                + Json.quote(thrown.getClass().getName()) + ",\"message\":null,\"frames\":[]}}";
    }

    private int number(Object object) {
        if (object == null) {
            return 0;
        }
        Integer known = numbers.get(object);
        if (known != null) {
            return known;
        }
        numbers.put(object, --made);
        pending.add(object);
        return made;
    }

    /** The message is the one that the exception carries: the text that a VM makes up for a null is not in it. */
    private void exception(Throwable thrown) {
        out.append(",\"thrown\":{\"ref\":").append(number(thrown));
        out.append(",\"class\":").append(Json.quote(thrown.getClass().getName())).append(",\"message\":");
        String message = (String) Memory.getReference(thrown, MESSAGE);
        if (message == null) {
            out.append("null");
        } else {
            units(message);
        }
        out.append(",\"frames\":[");
        StackTraceElement[] frames = frames(thrown);
        for (int i = 0; i < Math.min(FRAMES, own(frames)); i++) {
            out.append('[').append(Json.quote(frames[i].getClassName())).append(',');
            out.append(Json.quote(frames[i].getMethodName())).append(',');
            out.append(frames[i].getLineNumber()).append("],");
        }
        endList(']');
        out.append('}');
    }

    private static StackTraceElement[] frames(Throwable thrown) {
        try {
            return thrown.getStackTrace();
        } catch (Throwable e) {
            return new StackTraceElement[0];
        }
    }

    /** How many of the frames, from the top, are the called code's and not the driver's. */
    private static int own(StackTraceElement[] frames) {
        int end = frames.length;
        while (end > 0 && !frames[end - 1].getClassName().equals(Invocation.class.getName())) {
            end--;
        }
        if (end == 0) {
            return frames.length;
        }
        end--;
        while (end > 0 && frames[end - 1].getClassName().startsWith("java.lang.invoke.")) {
            end--;
        }
        return end;
    }

    private void object(Object object) {
        Class<?> type = object.getClass();
        out.append('"').append(numbers.get(object)).append("\":{\"class\":").append(Json.quote(type.getName()));
        if (object instanceof Class) {
            out.append(",\"classObject\":").append(Json.quote(((Class<?>) object).getName()));
        } else if (isOpaque(type)) {
            out.append(",\"opaque\":true");
        } else if (object instanceof String) {
            out.append(",\"string\":");
            units((String) object);
        } else if (type.isArray()) {
            elements(object);
        } else {
            fields(object);
        }
        out.append('}');
    }

    private static boolean isOpaque(Class<?> type) {
        return VM_CLASSES.stream().anyMatch(c -> c.isAssignableFrom(type))
                || VM_PACKAGES.stream().anyMatch(type.getName()::startsWith);
    }

    private void fields(Object object) {
        if (object instanceof Enum) {
            Enum<?> constant = (Enum<?>) object;
            String name = constant.getDeclaringClass().getName() + "." + constant.name();
            out.append(",\"enum\":").append(Json.quote(name));
        }
        Map<String, Field> fields = Memory.fields(object.getClass());
        if (hasRoom(fields.size())) {
            out.append(",\"fields\":{");
            for (Map.Entry<String, Field> entry : fields.entrySet()) {
                if (entry.getValue().getDeclaringClass() != Enum.class) {
                    out.append(Json.quote(entry.getKey())).append(':');
                    field(object, entry.getValue());
                    out.append(',');
                }
            }
            endList('}');
        }
    }

    private void field(Object object, Field field) {
        boolean primitive = field.getType().isPrimitive();
        long bits = primitive ? Memory.getBits(object, field) : number(Memory.getReference(object, field));
        tagged(Memory.kind(field.getType()), bits);
    }

    private void tagged(String kind, long bits) {
        out.append("{\"").append(kind).append("\":").append(bits).append('}');
    }

    private void elements(Object array) {
        int length = Array.getLength(array);
        if (hasRoom(length)) {
            out.append(",\"elements\":[");
            for (int i = 0; i < length; i++) {
                boolean references = array instanceof Object[];
                out.append(references ? number(((Object[]) array)[i]) : Memory.getElement(array, i)).append(',');
            }
            endList(']');
        }
    }

    private void units(String text) {
        out.append('[');
        if (hasRoom(text.length())) {
            for (int i = 0; i < text.length(); i++) {
                out.append((int) text.charAt(i)).append(',');
            }
        }
        endList(']');
    }

    /** Whether that many more values may be written; otherwise the object is told without its contents. */
    private boolean hasRoom(int count) {
        if (count > SLOTS - slots) {
            truncated = true;
            return false;
        }
        slots += count;
        return true;
    }

    private void endList(char bracket) {
        int last = out.length() - 1;
        if (out.charAt(last) == ',') {
            out.setLength(last);
        }
        out.append(bracket);
    }
}
