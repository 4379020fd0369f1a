// Settings by name; a level of logging that does not exist.
// bug: 19 java.lang.IllegalArgumentException isVerbose
// calls: var c = new Config(); c.set("level", "loud"); c.isVerbose();

import java.util.HashMap;
import java.util.Map;

public class Config {
    enum Level { DEBUG, INFO, ERROR }

    private final Map<String, String> values = new HashMap<>();

    public void set(String key, String value) {
        values.put(key, value);
    }

    public boolean isVerbose() {
        String level = values.getOrDefault("level", "INFO");
        return Level.valueOf(level) == Level.DEBUG;
    }

    public int port() {
        String port = values.get("port");
        return port == null || port.isEmpty() ? 80 : port.length();
    }
}
