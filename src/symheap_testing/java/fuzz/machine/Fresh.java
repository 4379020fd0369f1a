import java.util.Map;

/** A class loader with static state of its own. */
final class Fresh extends ClassLoader {
    private final Map<String, byte[]> files;

    Fresh(Map<String, byte[]> files) {
        super(Fresh.class.getClassLoader());
        this.files = files;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        Class<?> known = findLoadedClass(name);
        if (known != null) {
            return known;
        }
        byte[] file = files.get(name);
        return file == null ? super.loadClass(name, resolve) : defineClass(name, file, 0, file.length);
    }
}
