package symheap.oracle;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/**
 * Answers calls: one JSON object a line on standard input, one on standard output.
 *
 * <p>A reply starts on a line of its own with the mark given as first argument, so that whatever else reaches standard
 * output is no reply.  The other arguments are the class path of the called code.
 */
public final class Driver {
    /** Given up when memory runs out, so that there is room to say so. */
    private static byte[] reserve = new byte[1 << 20];

    public static void main(String[] arguments) throws IOException {
        String mark = arguments[0];
        Loaders loaders = new Loaders(Arrays.asList(arguments).subList(1, arguments.length));
        PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "US-ASCII");
        BufferedReader calls = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        reply(replies, mark, "{\"kind\":\"ready\"}");
        for (String line = calls.readLine(); line != null; line = calls.readLine()) {
            silence();
            reply(replies, mark, answer(line, loaders));
            Thread.interrupted();
        }
        Runtime.getRuntime().halt(0);
    }

    private static void silence() {
        System.setIn(InputStream.nullInputStream());
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }

    private static void reply(PrintStream replies, String mark, String text) {
        replies.print("\n" + mark + text + "\n");
        replies.flush();
    }

    private static String answer(String line, Loaders loaders) {
        try {
            Map<String, Object> call = Json.object(Json.parse(line));
            ClassLoader loader = loaders.get(Json.flag(call, "isolate"), Json.flag(call, "assertions"));
            return run(new Invocation(call, loader), call);
        } catch (OutOfMemoryError e) {
            reserve = null;
            return "{\"kind\":\"error\",\"spent\":true,\"reason\":\"out of memory while setting up\"}";
        } catch (Throwable e) {
            return error(e);
        }
    }

    private static String run(Invocation invocation, Map<String, Object> call) throws ReflectiveOperationException {
        Object result = null;
        Throwable thrown = null;
        try {
            result = invocation.run();
        } catch (Throwable e) {
            thrown = e;
        }
        try {
            return new Report(invocation, Json.list(call, "observe"), Json.number(call, "limit")).of(result, thrown);
        } catch (OutOfMemoryError e) {
            reserve = null;
            return Report.withoutHeap(thrown);
        }
    }

    private static String error(Throwable e) {
        StringBuilder reason = new StringBuilder(e instanceof Refused ? e.getMessage() : e.toString());
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            reason.append(", from ").append(cause);
        }
        boolean spent = e instanceof VirtualMachineError;
        return "{\"kind\":\"error\",\"spent\":" + spent + ",\"reason\":" + Json.quote(reason.toString()) + "}";
    }
}
