package symheap.oracle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Class loaders over the caller's class path, of which each file is read once.
 *
 * <p>Their parent is the platform loader: called code sees no class of the driver, whatever its own are named.
 */
final class Loaders {
    private final URLClassLoader files;
    private final Map<String, byte[]> bytes = new HashMap<>();
    private final Map<Boolean, ClassLoader> shared = new HashMap<>();

    Loaders(List<String> classPath) throws MalformedURLException {
        URL[] places = new URL[classPath.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = new File(classPath.get(i)).toURI().toURL();
        }
        files = new URLClassLoader(places, null);
    }

    /** A new loader, in which no class is initialised yet, or the shared one. */
    ClassLoader get(boolean isolated, boolean assertions) {
        return isolated ? new Loader(assertions) : shared.computeIfAbsent(assertions, Loader::new);
    }

    private synchronized byte[] read(String className) throws ClassNotFoundException {
        byte[] known = bytes.get(className);
        if (known != null) {
            return known;
        }
        try (InputStream in = files.getResourceAsStream(className.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(className);
            }
            byte[] found = in.readAllBytes();
            bytes.put(className, found);
            return found;
        } catch (IOException e) {
            throw new ClassNotFoundException(className, e);
        }
    }

    private final class Loader extends ClassLoader {
        Loader(boolean assertions) {
            super(ClassLoader.getPlatformClassLoader());
            setDefaultAssertionStatus(assertions);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] file = read(name);
            return defineClass(name, file, 0, file.length);
        }

        @Override
        protected URL findResource(String name) {
            return files.findResource(name);
        }

        @Override
        protected Enumeration<URL> findResources(String name) throws IOException {
            return files.findResources(name);
        }
    }
}
