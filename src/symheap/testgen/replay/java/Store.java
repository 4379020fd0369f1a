package symheap.replay;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The class files of the user and of the tests, instrumented once and defined anew for each test. */
final class Store {
    /** What a test says with: it is not looked into, whoever brings it. */
    private static final String[] TOOLS =
            {"org.junit.", "junit.framework.", "org.opentest4j.", "org.apiguardian.", "org.hamcrest."};

    private final URLClassLoader files;
    private final URLClassLoader tests;
    private final Map<String, Made> made = new HashMap<>();
    private final Map<String, Map<String, int[]>> acts;
    private final Set<String> unprobed = new TreeSet<>();

    /** A class file as it is defined, and where it comes from. */
    static final class Made {
        final byte[] file;
        final ProtectionDomain domain;

        Made(byte[] file, ProtectionDomain domain) {
            this.file = file;
            this.domain = domain;
        }
    }

    /** `acts` are the first and last lines of the acts of test classes, by class and test. */
    Store(URL[] tests, URL[] files, Map<String, Map<String, int[]>> acts) {
        this.tests = new URLClassLoader(tests, null);
        this.files = new URLClassLoader(files, null);
        this.acts = acts;
    }

    /** Classes that could not be instrumented, and are as they were. */
    synchronized Set<String> unprobed() {
        return unprobed;
    }

    URLClassLoader[] places() {
        return new URLClassLoader[] {tests, files};
    }

    static boolean isTool(String name) {
        for (String prefix : TOOLS) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /** The class of that name, or null if it is none of the user's nor of the tests. */
    synchronized Made find(String name) {
        if (!made.containsKey(name)) {
            made.put(name, isOfPlatform(name) ? null : make(name));
        }
        return made.get(name);
    }

    /** As on a class path, where the JDK's own classes come first. */
    private static boolean isOfPlatform(String name) {
        if (name.startsWith("java.")) {
            return true;
        }
        try {
            ClassLoader.getPlatformClassLoader().loadClass(name);
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }

    private Made make(String name) {
        String path = name.replace('.', '/') + ".class";
        URL test = tests.findResource(path);
        URL place = test != null ? test : files.findResource(path);
        if (place == null) {
            return null;
        }
        try {
            byte[] file = read(place);
            CodeSource source = new CodeSource(root(place, path), (Certificate[]) null);
            return new Made(test != null ? ofTest(name, file) : ofUser(name, file), new ProtectionDomain(source, null));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private byte[] ofTest(String name, byte[] file) {
        Map<String, int[]> own = acts.get(name);
        if (own == null) {
            return file;
        }
        Set<Integer> lines = new TreeSet<>();
        for (int[] range : own.values()) {
            for (int line = range[0]; line <= range[1]; line++) {
                lines.add(line);
            }
        }
        return Instrumenter.test(file, own.keySet(), lines);
    }

    /** A file that is no good, or too large with probes in it, is left to the JVM. */
    private byte[] ofUser(String name, byte[] file) {
        try {
            return Instrumenter.subject(file);
        } catch (RuntimeException refused) {
            unprobed.add(name);
            return file;
        }
    }

    private static byte[] read(URL place) throws IOException {
        URLConnection connection = place.openConnection();
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }

    /** The folder or jar that a file lies in. */
    private static URL root(URL place, String path) throws IOException {
        String text = place.toString();
        String root = text.substring(0, text.length() - path.length());
        boolean isJar = root.startsWith("jar:") && root.endsWith("!/");
        return URI.create(isJar ? root.substring("jar:".length(), root.length() - "!/".length()) : root).toURL();
    }
}
