package symheap.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The part of JSON that calls need: objects, lists, strings, 64-bit integers, true, false, null. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        return new Json(text).value();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Map<String, Object> in, String name) {
        Object found = in.get(name);
        return found == null ? List.of() : (List<Object>) found;
    }

    static Map<String, Object> object(Map<String, Object> in, String name) {
        return object(in.get(name));
    }

    static boolean flag(Map<String, Object> in, String name) {
        return Boolean.TRUE.equals(in.get(name));
    }

    static long number(Map<String, Object> in, String name) {
        return (Long) in.get(name);
    }

    static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            boolean plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
            out.append(plain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return out.append('"').toString();
    }

    private Object value() {
        switch (peek()) {
            case '{':
                return object();
            case '[':
                return list();
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object() {
        Map<String, Object> result = new LinkedHashMap<>();
        at++;
        while (peek() != '}') {
            String name = string();
            expect(':');
            result.put(name, value());
            skipComma();
        }
        at++;
        return result;
    }

    private List<Object> list() {
        List<Object> result = new ArrayList<>();
        at++;
        while (peek() != ']') {
            result.add(value());
            skipComma();
        }
        at++;
        return result;
    }

    private String string() {
        StringBuilder result = new StringBuilder();
        expect('"');
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            result.append(c == '\\' ? escape() : c);
        }
        return result.toString();
    }

    private char escape() {
        char c = text.charAt(at++);
        switch (c) {
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            default:
                return c;
        }
    }

    private Long number() {
        int start = at;
        while (at < text.length() && "+-0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return Long.valueOf(text.substring(start, at));
    }

    private Object word(String word, Object meaning) {
        for (char c : word.toCharArray()) {
            expect(c);
        }
        return meaning;
    }

    private void skipComma() {
        if (peek() == ',') {
            at++;
        }
    }

    private void expect(char c) {
        if (peek() != c) {
            throw new Refused("JSON: " + c + " expected at " + at);
        }
        at++;
    }

    private char peek() {
        while (text.charAt(at) == ' ') {
            at++;
        }
        return text.charAt(at);
    }
}
