// try-with-resources: closing in reverse order, a suppressed exception, a null resource, and a failing close.
// entry: use(boolean, boolean)  bounds: --max-calls 40 --max-loop 4     paths: 4
// entry: nested(Log, boolean)   bounds: --max-calls 40 --max-loop 4     paths: 4

public class Resources {
    static final class Log {
        int events;

        void add(int event) {
            events = 10 * events + event;
        }
    }

    static final class Broken extends Exception {
        private static final long serialVersionUID = 1L;
        final int code;

        Broken(int code) {
            this.code = code;
        }
    }

    static final class Handle implements AutoCloseable {
        private final Log log;
        private final int id;
        private final boolean fails;

        Handle(Log log, int id, boolean fails) {
            this.log = log;
            this.id = id;
            this.fails = fails;
            log.add(id);
        }

        void use(boolean failing) throws Broken {
            if (failing) {
                throw new Broken(id);
            }
        }

        @Override
        public void close() throws Broken {
            log.add(id + 5);
            if (fails) {
                throw new Broken(-id);
            }
        }
    }

    static int use(boolean bodyFails, boolean closeFails) {
        try (Handle handle = new Handle(new Log(), 1, closeFails)) {
            handle.use(bodyFails);
            return 0;
        } catch (Broken e) {
            return 100 * e.getSuppressed().length + e.code;
        }
    }

    static int nested(Log log, boolean skip) {
        try (Handle outer = new Handle(log, 1, false);
                Handle inner = skip ? null : new Handle(log, 2, false)) {
            if (inner != null) {
                outer.use(log.events > 12);
            }
        } catch (Broken e) {
            log.add(e.code);
        }
        return log.events;
    }
}
