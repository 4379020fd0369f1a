import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles units and runs their methods, on request: one line of words between tabs in, lines out, a line with a dot last.
 *
 * Every run has classes of its own, so that static state is what the initialisers have left.
 */
public final class Machine {
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
    private final PrintStream out;
    private Map<String, byte[]> files;
    private List<String> initialized = List.of();
    private Inputs inputs;
    private Fresh template;

    private Machine(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(PrintStream.nullOutputStream()));
        Machine machine = new Machine(out);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            try {
                machine.answer(line.split("\t", -1));
            } catch (Throwable e) {
                out.println("error\t" + e.toString().replaceAll("\\s+", " "));
            }
            out.println(".");
            out.flush();
        }
    }

    private void answer(String[] words) throws Throwable {
        switch (words[0]) {
            case "compile": compile(words[1], words[2], words[3]); break;
            case "unit": unit(words[1], list(words[2]), list(words[3]), list(words[4]), list(words[5])); break;
            case "fuzz": fuzz(words[1], Long.parseLong(words[2]), Integer.parseInt(words[3])); break;
            case "run": single(words[1], words[2], list(words[3])); break;
            default: throw new IllegalArgumentException(words[0]);
        }
    }

    private static List<String> list(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(","));
    }

    private void compile(String source, String folder, String option) throws IOException {
        Files.createDirectories(Path.of(folder));
        List<String> options = new ArrayList<>(List.of("-g", "-nowarn", "-proc:none", "-Xlint:none", "-d", folder));
        if (!option.isEmpty()) {
            options.add(option);
        }
        StringWriter complaints = new StringWriter();
        boolean good = compiler.getTask(complaints, manager, null, options, null, manager.getJavaFileObjects(source)).call();
        out.println(good ? "ok" : "error\t" + complaints.toString().replaceAll("\\s+", " "));
    }

    private void unit(String folder, List<String> order, List<String> classes, List<String> named, List<String> numbers)
            throws Exception {
        files = new LinkedHashMap<>();
        try (var found = Files.list(Path.of(folder))) {
            for (Path path : (Iterable<Path>) found::iterator) {
                String name = path.getFileName().toString();
                if (name.endsWith(".class")) {
                    files.put(name.substring(0, name.length() - 6), Files.readAllBytes(path));
                }
            }
        }
        initialized = order;
        template = new Fresh(files);
        inputs = new Inputs(template, classes, named, numbers.stream().mapToLong(Long::parseLong).toArray());
        out.println("ok");
    }

    /** The distinct runs among many: how often, prior state, outcome, trace, input, classes initialised before. */
    private void fuzz(String name, long seed, int count) throws Throwable {
        Method model = method(template, name);
        Class<?> receiver = Modifier.isStatic(model.getModifiers()) ? null : model.getDeclaringClass();
        Map<String, String[]> distinct = new LinkedHashMap<>();
        Map<String, Integer> counts = new LinkedHashMap<>();
        int infeasible = 0;
        for (int k = 0; k < count; k++) {
            Plan plan = inputs.next(model.getParameterTypes(), receiver, seed * 1_000_003 + k);
            Random random = new Random(seed * 31 + k);
            String prior = "none all none all subset".split(" ")[random.nextInt(5)];
            List<String> first = before(prior, random);
            environment(random);
            String result = run(name, plan, first);
            if (result.startsWith("infeasible")) {
                infeasible++;
                continue;
            }
            String key = prior + "\t" + result;
            if (counts.merge(key, 1, Integer::sum) == 1) {
                distinct.put(key, new String[] {plan.write(), String.join(",", first)});
            }
        }
        for (Map.Entry<String, String[]> entry : distinct.entrySet()) {
            out.println(counts.get(entry.getKey()) + "\t" + entry.getKey() + "\t" + String.join("\t", entry.getValue()));
        }
        out.println("infeasible\t" + infeasible);
    }

    private List<String> before(String prior, Random random) {
        if (prior.equals("none")) {
            return List.of();
        }
        if (prior.equals("all")) {
            return initialized;
        }
        List<String> some = new ArrayList<>();
        for (String name : initialized) {
            if (random.nextBoolean()) {
                some.add(name);
            }
        }
        Collections.shuffle(some, random);
        return some;
    }

    private static void environment(Random random) {
        for (String name : new String[] {"fuzz.a", "fuzz.b"}) {
            switch (random.nextInt(3)) {
                case 0: System.clearProperty(name); break;
                case 1: System.setProperty(name, "true"); break;
                default: System.setProperty(name, "7");
            }
        }
    }

    private void single(String name, String plan, List<String> first) throws Throwable {
        out.println(run(name, Plan.read(plan), first));
    }

    /** Outcome and trace of one run; infeasible where the input cannot be built. */
    private String run(String name, Plan plan, List<String> first) throws Throwable {
        Fresh loader = new Fresh(files);
        Object[] roots;
        Method method;
        boolean isStatic;
        try {
            Class.forName("U", true, loader);
            for (String early : first) {
                attempt(early, loader);
            }
            method = method(loader, name);
            method.setAccessible(true);
            isStatic = Modifier.isStatic(method.getModifiers());
            List<Class<?>> types = new ArrayList<>(Arrays.asList(method.getParameterTypes()));
            if (!isStatic) {
                types.add(0, method.getDeclaringClass());
            }
            roots = new Build(loader, plan).roots(types.toArray(new Class<?>[0]));
        } catch (Throwable e) {
            return "infeasible\t" + e.toString().replaceAll("\\s+", " ");
        }
        T.reset();
        String outcome;
        try {
            Object[] arguments = isStatic ? roots : Arrays.copyOfRange(roots, 1, roots.length);
            outcome = "return " + method.invoke(isStatic ? null : roots[0], arguments);
        } catch (InvocationTargetException e) {
            outcome = thrown(e.getCause());
        }
        return outcome + "\t" + T.trace();
    }

    /** Initialises a class before the call; one that fails has failed from then on. */
    private static void attempt(String name, Fresh loader) throws ClassNotFoundException {
        try {
            Class.forName(name, true, loader);
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            return;
        }
    }

    private static String thrown(Throwable e) {
        for (StackTraceElement frame : e.getStackTrace()) {
            if ("U.java".equals(frame.getFileName())) {
                return "throw " + e.getClass().getName() + " " + frame.getLineNumber();
            }
        }
        return "throw " + e.getClass().getName() + " 0";
    }

    private static Method method(Fresh loader, String name) throws Exception {
        for (Method method : Names.type("U", loader).getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return method;
            }
        }
        throw new NoSuchMethodException(name);
    }
}
