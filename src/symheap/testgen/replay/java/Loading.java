package symheap.replay;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** The classes of one test: no test sees the static fields that another one left behind. */
final class Loading extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final Store store;

    /** `tools` has what tests say with, and the JDK. */
    Loading(Store store, ClassLoader tools) {
        super(tools);
        this.store = store;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            return found != null ? found : load(name);
        }
    }

    private Class<?> load(String name) throws ClassNotFoundException {
        if (name.equals(Probe.class.getName())) {
            return Probe.class;
        }
        if (Store.isTool(name)) {
            try {
                return getParent().loadClass(name);
            } catch (ClassNotFoundException absent) {
                // Then it is the user's.
            }
        }
        Store.Made made = store.find(name);
        if (made == null) {
            return getParent().loadClass(name);
        }
        return defineClass(name, made.file, 0, made.file.length, made.domain);
    }

    @Override
    protected URL findResource(String path) {
        for (URLClassLoader place : store.places()) {
            URL found = place.findResource(path);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    @Override
    protected Enumeration<URL> findResources(String path) throws IOException {
        List<URL> found = new ArrayList<>();
        for (URLClassLoader place : store.places()) {
            found.addAll(Collections.list(place.findResources(path)));
        }
        return Collections.enumeration(found);
    }
}
