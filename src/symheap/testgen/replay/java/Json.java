package symheap.replay;

import java.util.stream.IntStream;

/** Writes JSON in one line of ASCII. */
final class Json {
    private final StringBuilder out = new StringBuilder();
    private boolean first = true;

    Json open(char bracket) {
        separate();
        out.append(bracket);
        first = true;
        return this;
    }

    Json close(char bracket) {
        out.append(bracket);
        first = false;
        return this;
    }

    Json name(String name) {
        separate();
        quote(name);
        out.append(':');
        first = true;
        return this;
    }

    Json value(String text) {
        separate();
        if (text == null) {
            out.append("null");
        } else {
            quote(text);
        }
        return this;
    }

    Json value(long number) {
        separate();
        out.append(number);
        return this;
    }

    Json value(boolean truth) {
        separate();
        out.append(truth);
        return this;
    }

    Json numbers(IntStream numbers) {
        open('[');
        numbers.forEach(this::value);
        return close(']');
    }

    private void separate() {
        if (!first) {
            out.append(',');
        }
        first = false;
    }

    private void quote(String text) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
