package symheap.replay;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Properties;

/**
 * Requests and replies, out of reach of the user's code, whose input is empty and whose output is kept.
 *
 * A request is a line of fields in base 64; a reply is a line that begins with a mark which only the two ends know.
 */
final class Channel {
    private final String mark;
    private final BufferedReader in =
            new BufferedReader(new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.US_ASCII));
    private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Kept kept;

    Channel(String mark, int outputLimit) {
        this.mark = mark;
        this.kept = new Kept(outputLimit);
    }

    /** The fields of the next request, or null at the end. */
    List<String> request() throws IOException {
        String line = in.readLine();
        if (line == null) {
            return null;
        }
        List<String> fields = new ArrayList<>();
        for (String field : line.split(" ", -1)) {
            fields.add(new String(Base64.getDecoder().decode(field), StandardCharsets.UTF_8));
        }
        return fields;
    }

    /** Whatever code wrote to the same place before may be half a line. */
    synchronized void reply(Json json) {
        out.println("\n" + mark + json);
        out.flush();
    }

    /** The streams and properties of the system are as at the beginning, whatever code did to them. */
    void renew() {
        kept.clear();
        PrintStream stream = new PrintStream(kept, true);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(stream);
        System.setErr(stream);
        System.setProperties((Properties) properties.clone());
    }

    String output() {
        return kept.text();
    }
}
