package symheap.replay;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One test, on a thread of its own, with what is to run before and after it. */
final class TestRun implements Runnable {
    private static final Set<String> BEFORE = Set.of("org.junit.jupiter.api.BeforeEach", "org.junit.Before");
    private static final Set<String> AFTER = Set.of("org.junit.jupiter.api.AfterEach", "org.junit.After");
    private static final Set<String> REFLECTION = Set.of("java.lang.reflect", "jdk.internal.reflect");
    private static final int FRAMES = 40;

    private final String className;
    private final String test;
    private final ClassLoader loader;
    final ThreadGroup group = new ThreadGroup("test");
    final Thread thread = new Thread(group, this, "test");
    volatile boolean passed;
    volatile boolean exhausted;
    volatile String thrown;
    volatile String message;
    volatile List<String> trace = new ArrayList<>();

    TestRun(String className, String test, ClassLoader loader) {
        this.className = className;
        this.test = test;
        this.loader = loader;
        thread.setContextClassLoader(loader);
        thread.setDaemon(true);
    }

    @Override
    public void run() {
        try {
            runTest();
            passed = true;
        } catch (Throwable error) {
            Probe.disarm();
            Throwable cause = error instanceof InvocationTargetException ? error.getCause() : error;
            exhausted = cause instanceof VirtualMachineError;
            thrown = cause.getClass().getName();
            describe(cause);
        }
    }

    private void runTest() throws Exception {
        Class<?> type = Class.forName(className, true, loader);
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object instance = constructor.newInstance();
        Method method = type.getDeclaredMethod(test);
        method.setAccessible(true);
        invokeAll(type, instance, BEFORE);
        try {
            method.invoke(instance);
        } finally {
            Probe.disarm();
            invokeAll(type, instance, AFTER);
        }
    }

    private static void invokeAll(Class<?> type, Object instance, Set<String> annotations) throws Exception {
        for (Method method : type.getDeclaredMethods()) {
            for (Annotation annotation : method.getDeclaredAnnotations()) {
                if (annotations.contains(annotation.annotationType().getName())) {
                    method.setAccessible(true);
                    method.invoke(instance);
                }
            }
        }
    }

    /** The message is made by code of the user, and may itself throw. */
    private void describe(Throwable cause) {
        try {
            message = cause.getMessage();
            trace = frames(cause.getStackTrace());
            Throwable under = cause.getCause();
            for (int depth = 0; under != null && depth < 3; depth++) {
                trace.add("caused by " + under);
                trace.addAll(frames(under.getStackTrace()));
                under = under.getCause();
            }
        } catch (Throwable again) {
            message = "(its message throws " + again.getClass().getName() + ")";
        }
    }

    /** As far as the test, or the first ones; what a probe is doing does not count. */
    List<String> frames(StackTraceElement[] stack) {
        List<String> found = new ArrayList<>();
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().equals(Probe.class.getName())) {
                found.clear();
                continue;
            }
            if (found.size() == FRAMES || frame.getClassName().equals(TestRun.class.getName())) {
                break;
            }
            if (!REFLECTION.contains(frame.getClassName().replaceFirst("\\.\\w+$", ""))) {
                found.add(frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                        + frame.getLineNumber() + ")");
            }
        }
        return found;
    }
}
