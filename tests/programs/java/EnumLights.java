// An enum with fields and a switch over it; an enum that comes as input is one of its constants or null.
// entry: next(Light)            bounds: --max-calls 20 --max-loop 5     paths: 4
// entry: waiting(Light, int)    bounds: --max-calls 20 --max-loop 5     paths: 11
// entry: ofCode(char)           bounds: --max-calls 20 --max-loop 5     paths: 4

public class EnumLights {
    enum Light {
        RED(30, 'r'),
        AMBER(3, 'a'),
        GREEN(25, 'g');

        final int seconds;
        private final char code;

        Light(int seconds, char code) {
            this.seconds = seconds;
            this.code = code;
        }

        static Light of(char code) {
            for (Light light : values()) {
                if (light.code == code) {
                    return light;
                }
            }
            return null;
        }
    }

    static Light next(Light light) {
        switch (light) {
            case RED:
                return Light.GREEN;
            case GREEN:
                return Light.AMBER;
            default:
                return Light.RED;
        }
    }

    static int waiting(Light light, int lights) {
        int seconds = 0;
        for (int i = 0; i < lights && i < 2; i++) {
            seconds += light.seconds;
            light = next(light);
        }
        return seconds;
    }

    static int ofCode(char code) {
        Light light = Light.of(code);
        return light == null ? -1 : light.ordinal();
    }
}
