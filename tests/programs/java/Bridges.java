// Bridge methods: a generic supertype called through its erasure, covariant results, and a comparator of a subclass.
// entry: viaErasure(Handler, Object)  bounds: --max-calls 20 --max-loop 3     paths: 6
// entry: copyOf(Base)           bounds: --max-calls 20 --max-loop 3     paths: 3

public class Bridges {
    abstract static class Handler<T> {
        abstract int handle(T message);
    }

    static final class TextHandler extends Handler<Message> {
        @Override
        int handle(Message message) {
            return message == null ? -1 : message.weight;
        }
    }

    static final class AnyHandler extends Handler<Object> {
        @Override
        int handle(Object message) {
            return message instanceof Message ? 1 : 0;
        }
    }

    static final class Message {
        int weight;
    }

    static class Base {
        int tag;

        Base copy() {
            Base b = new Base();
            b.tag = tag;
            return b;
        }
    }

    static final class Derived extends Base {
        @Override
        Derived copy() {
            Derived d = new Derived();
            d.tag = tag + 1;
            return d;
        }
    }

    /** The bridge of TextHandler casts, so an object that is no message is a ClassCastException there. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    static int viaErasure(Handler handler, Object message) {
        return handler.handle(message);
    }

    static int copyOf(Base base) {
        return base.copy().tag;
    }
}
