// Settings as texts; a port that is no number.
// bug: 36 java.lang.NumberFormatException port
// calls: var settings = new Settings(); settings.read("port=x"); settings.port();

import java.util.HashMap;
import java.util.Map;

public class Settings {
    private static final int DEFAULT_PORT = 8080;

    private final Map<String, String> values = new HashMap<>();

    public void set(String key, String value) {
        values.put(key, value);
    }

    public boolean read(String line) {
        int equals = line.indexOf('=');
        if (equals < 0) {
            return false;
        }
        set(line.substring(0, equals), line.substring(equals + 1));
        return true;
    }

    public String get(String key, String fallback) {
        String value = values.get(key);
        return value == null ? fallback : value;
    }

    public int port() {
        String text = values.get("port");
        if (text == null) {
            return DEFAULT_PORT;
        }
        int port = Integer.parseInt(text);
        return port > 0 && port < 65536 ? port : DEFAULT_PORT;
    }
}
