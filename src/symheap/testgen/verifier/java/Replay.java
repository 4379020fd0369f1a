package symheap.verifier;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Runs one `main` with an empty array, and says how it ended.
 *
 * The arguments are the mark that replies begin with, and the class; the values of the inputs are a line of the
 * standard input, separated by spaces. A reply is a line of fields in base 64.
 */
public final class Replay {
    private static PrintStream out;
    private static String mark;

    private Replay() {}

    public static void main(String[] args) throws Exception {
        mark = args[0];
        out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
        String line = line();
        Inputs.set(line.isEmpty() ? new String[0] : line.split(" "));
        Class<?> owner = Class.forName(args[1], false, Replay.class.getClassLoader());
        Method method = owner.getDeclaredMethod("main", String[].class);
        method.setAccessible(true);
        try {
            method.invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException error) {
            threw(error.getCause());
        } catch (Throwable error) {
            threw(error);
        }
        leave("returned");
    }

    /** The names of the exception and its causes, after the file and the line where the exception was made. */
    private static void threw(Throwable error) {
        StringBuilder names = new StringBuilder();
        Throwable at = error;
        for (int i = 0; at != null && i < 16; i++) {
            names.append(i == 0 ? "" : " ").append(at.getClass().getName());
            at = at.getCause();
        }
        StackTraceElement[] stack = error.getStackTrace();
        String place = stack.length == 0 ? "" : stack[0].getFileName() + ":" + stack[0].getLineNumber();
        leave("threw", names.toString(), place);
    }

    /** Ends the JVM: what the program would do next is not run. */
    static String leave(String... fields) {
        StringBuilder reply = new StringBuilder(mark);
        for (int i = 0; i < fields.length; i++) {
            byte[] bytes = fields[i].getBytes(StandardCharsets.UTF_8);
            reply.append(i == 0 ? "" : " ").append(Base64.getEncoder().encodeToString(bytes));
        }
        out.println("\n" + reply);
        out.flush();
        Runtime.getRuntime().halt(0);
        return "";
    }

    private static String line() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = System.in.read(); c >= 0 && c != '\n'; c = System.in.read()) {
            text.append((char) c);
        }
        return text.toString();
    }
}
