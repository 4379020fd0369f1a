package symheap.oracle;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.internal.access.SharedSecrets;

/**
 * One call, set up: whatever {@link #run} throws, the called code threw.
 *
 * <p>A constructor, named {@code <init>}, has no receiver and returns the new object.
 */
final class Invocation {
    final Heap heap;
    final Map<String, Object> statics;
    final List<Object> arguments = new ArrayList<>();
    final Class<?> returns;
    private final MethodHandle handle;

    Invocation(Map<String, Object> call, ClassLoader loader) throws ReflectiveOperationException {
        Thread.currentThread().setContextClassLoader(loader);
        heap = new Heap(Json.object(call, "heap"), loader);
        for (Object name : Json.list(call, "initialize")) {
            try {
                Memory.initialize(heap.classNamed((String) name));
            } catch (ExceptionInInitializerError failed) {
                // The class has failed before the call.
            }
        }
        statics = Json.object(call, "statics");
        for (Map.Entry<String, Object> entry : statics.entrySet()) {
            Field field = heap.staticField(entry.getKey());
            Memory.initialize(field.getDeclaringClass());
            heap.put(null, field, entry.getValue());
        }
        Class<?> type = heap.classNamed((String) call.get("class"));
        String name = (String) call.get("method");
        Executable target = find(type, name, (String) call.get("descriptor"));
        if (target == null) {
            throw new Refused(type.getName() + " has no method " + name + call.get("descriptor"));
        }
        returns = target instanceof Method ? ((Method) target).getReturnType() : type;
        handle = handle(target, Json.flag(call, "exact"));
        collect(target, call);
    }

    Object run() throws Throwable {
        return handle.invokeWithArguments(arguments);
    }

    private void collect(Executable target, Map<String, Object> call) {
        boolean takesReceiver = target instanceof Method && !Modifier.isStatic(target.getModifiers());
        Object receiver = call.get("receiver");
        if (takesReceiver != (receiver != null)) {
            throw new Refused(target + (takesReceiver ? " needs a receiver" : " has no receiver"));
        } else if (takesReceiver) {
            arguments.add(heap.argument(Map.of("ref", receiver), target.getDeclaringClass(), target));
            if (arguments.get(0) == null) {
                throw new Refused("the receiver is null");
            }
        }
        Class<?>[] types = target.getParameterTypes();
        List<Object> given = Json.list(call, "arguments");
        if (types.length != given.size()) {
            throw new Refused(target + " takes " + types.length + " arguments, given " + given.size());
        }
        for (int i = 0; i < types.length; i++) {
            arguments.add(heap.argument(given.get(i), types[i], target));
        }
    }

    /** The method that a call resolves to: of the class, its superclasses, its interfaces, in this order. */
    private static Executable find(Class<?> type, String name, String descriptor) {
        if (name.equals("<init>")) {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (descriptor(void.class, constructor).equals(descriptor)) {
                    return constructor;
                }
            }
            return null;
        }
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            Method found = declared(owner, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Class<?> implemented : owner.getInterfaces()) {
                Executable found = find(implemented, name, descriptor);
                if (found != null) {
                    return found;
                }
            }
        }
        return type.isInterface() ? declared(Object.class, name, descriptor) : null;
    }

    private static Method declared(Class<?> owner, String name, String descriptor) {
        for (Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name) && descriptor(method.getReturnType(), method).equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    private static String descriptor(Class<?> returns, Executable target) {
        return MethodType.methodType(returns, target.getParameterTypes()).toMethodDescriptorString();
    }

    private static MethodHandle handle(Executable target, boolean exact) throws ReflectiveOperationException {
        Class<?> owner = target.getDeclaringClass();
        if (owner.getModule().isNamed()) {
            SharedSecrets.getJavaLangAccess()
                    .addOpens(owner.getModule(), owner.getPackageName(), Invocation.class.getModule());
        }
        MethodHandles.Lookup inside = MethodHandles.privateLookupIn(owner, MethodHandles.lookup());
        MethodHandle found;
        if (target instanceof Constructor) {
            found = inside.unreflectConstructor((Constructor<?>) target);
        } else if (exact && !Modifier.isStatic(target.getModifiers())) {
            found = inside.unreflectSpecial((Method) target, owner);
        } else {
            found = inside.unreflect((Method) target);
        }
        return found.asFixedArity();
    }
}
