package symheap.replay;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs tests one by one, each in a fresh class loader, and tells what they did.
 *
 * Arguments: the mark of replies, and the limits: milliseconds for a test, events, bytes of output.
 */
public final class Runner {
    private static final int PATIENCE = 4;

    private final Channel channel;
    private final long milliseconds;
    private final int events;
    private final Map<String, Map<String, int[]>> acts = new HashMap<>();
    private Store store;
    private ClassLoader tools;

    private Runner(Channel channel, long milliseconds, int events) {
        this.channel = channel;
        this.milliseconds = milliseconds;
        this.events = events;
    }

    public static void main(String[] arguments) throws Exception {
        Channel channel = new Channel(arguments[0], Integer.parseInt(arguments[3]));
        Runner runner = new Runner(channel, Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
        for (List<String> request = channel.request(); request != null; request = channel.request()) {
            runner.answer(request.get(0), request.subList(1, request.size()));
        }
        Runtime.getRuntime().halt(0);
    }

    private void answer(String kind, List<String> fields) throws Exception {
        switch (kind) {
            case "act":
                acts.computeIfAbsent(fields.get(0), name -> new HashMap<>())
                        .put(fields.get(1), new int[] {Integer.parseInt(fields.get(2)), Integer.parseInt(fields.get(3))});
                break;
            case "places":
                int tests = Integer.parseInt(fields.get(0));
                int files = Integer.parseInt(fields.get(1));
                List<String> paths = fields.subList(2, fields.size());
                store = new Store(urls(paths.subList(0, tests)), urls(paths.subList(tests, tests + files)), acts);
                tools = new URLClassLoader(
                        urls(paths.subList(tests + files, paths.size())), ClassLoader.getPlatformClassLoader());
                channel.reply(new Json().open('{').close('}'));
                break;
            default:
                run(fields.get(0), fields.get(1));
        }
    }

    private static URL[] urls(List<String> paths) throws Exception {
        List<URL> found = new ArrayList<>();
        for (String path : paths) {
            found.add(new File(path).toURI().toURL());
        }
        return found.toArray(new URL[0]);
    }

    private void run(String className, String test) throws InterruptedException {
        channel.renew();
        TestRun run = new TestRun(className, test, new Loading(store, tools));
        Recording recording = new Recording(run.thread, events);
        Probe.record(recording);
        run.thread.start();
        await(run.thread);
        Probe.record(null);
        Json json = new Json().open('{');
        if (run.thread.isAlive()) {
            json.name("status").value("timeout");
            texts(json.name("trace"), run.frames(run.thread.getStackTrace()));
            json.name("spent").value(true);
        } else {
            List<String> left = left(run.group);
            json.name("status").value(run.passed ? "passed" : "failed");
            json.name("thrown").value(run.thrown).name("message").value(run.message);
            texts(json.name("trace"), run.trace);
            texts(json.name("threads"), left);
            json.name("spent").value(run.exhausted || !left.isEmpty());
            recording.write(json);
        }
        texts(json.name("unprobed"), store.unprobed());
        json.name("output").value(channel.output()).close('}');
        channel.reply(json);
    }

    /** A thread that could not have its time, because the machine is busy, is given more of it. */
    private void await(Thread thread) throws InterruptedException {
        thread.join(milliseconds);
        for (int more = 1; more < PATIENCE && isStarved(thread); more++) {
            thread.join(milliseconds);
        }
    }

    @SuppressWarnings("deprecation") // The method that takes its place is newer than some JDKs.
    private boolean isStarved(Thread thread) {
        if (thread.getState() != Thread.State.RUNNABLE) {
            return false;
        }
        long nanoseconds = ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
        return nanoseconds >= 0 && nanoseconds < milliseconds * 500_000;
    }

    private static void texts(Json json, Iterable<String> texts) {
        json.open('[');
        texts.forEach(json::value);
        json.close(']');
    }

    /** The threads that the test started and that are still running. */
    private static List<String> left(ThreadGroup group) {
        Thread[] found = new Thread[group.activeCount() + 8];
        List<String> names = new ArrayList<>();
        for (int at = group.enumerate(found) - 1; at >= 0; at--) {
            if (found[at].isAlive()) {
                names.add(found[at].getName());
            }
        }
        return names;
    }
}
