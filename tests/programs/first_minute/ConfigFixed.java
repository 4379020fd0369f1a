// Settings by name; a level of logging that does not exist. Mended.
// bug: none
// calls: var c = new ConfigFixed(); c.set("level", "loud"); c.isVerbose();

import java.util.HashMap;
import java.util.Map;

public class ConfigFixed {
    enum Level { DEBUG, INFO, ERROR }

    private final Map<String, String> values = new HashMap<>();

    public void set(String key, String value) {
        values.put(key, value);
    }

    public boolean isVerbose() {
        String level = values.getOrDefault("level", "INFO");
        return "DEBUG".equals(level);
    }

    public int port() {
        String port = values.get("port");
        return port == null || port.isEmpty() ? 80 : port.length();
    }
}
