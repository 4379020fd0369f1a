// A chain of checks that each add a message to a list of their own, and a field that is written on the way.
// entry: validate()             bounds: --max-calls 6 --max-loop 4      paths: 29

public class Validation {
    private int age;
    private int size;
    private Validation parent;
    private boolean checked;
    private Message messages;

    static final class Message {
        final int code;
        final Message next;

        Message(int code, Message next) {
            this.code = code;
            this.next = next;
        }
    }

    int validate() {
        if (age < 0 || age > 150) {
            messages = new Message(1, messages);
        }
        if (size <= 0) {
            messages = new Message(2, messages);
            checked = true;
        }
        if (parent != null) {
            parent.checked = true;
            if (parent.size < size) {
                messages = new Message(3, messages);
            }
        }
        if (!checked) {
            messages = new Message(4, messages);
        }
        return messages == null ? 0 : messages.code;
    }
}
