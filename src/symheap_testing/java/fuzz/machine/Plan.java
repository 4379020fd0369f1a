import java.util.ArrayList;
import java.util.List;

/** The description of an input: objects, and values that may refer to them. It belongs to no class loader. */
final class Plan {
    /** One object to be built; `names` are fields as "Class.field", or indices of an array. */
    static final class Node {
        final String type;
        int length = -1;
        String text;
        final List<String> names = new ArrayList<>();
        final List<String> values = new ArrayList<>();

        Node(String type) {
            this.type = type;
        }
    }

    final List<Node> nodes = new ArrayList<>();
    final List<String> roots = new ArrayList<>();

    /** Words that read() understands. */
    String write() {
        StringBuilder out = new StringBuilder().append(nodes.size());
        for (Node node : nodes) {
            out.append(' ').append(node.type).append(' ').append(node.length);
            out.append(' ').append(node.text == null ? "-" : "\"" + hex(node.text)).append(' ').append(node.names.size());
            for (int k = 0; k < node.names.size(); k++) {
                out.append(' ').append(node.names.get(k)).append(' ').append(node.values.get(k));
            }
        }
        for (String root : roots) {
            out.append(' ').append(root);
        }
        return out.toString();
    }

    static Plan read(String text) {
        String[] words = text.trim().split(" ");
        Plan plan = new Plan();
        int at = 0;
        int count = Integer.parseInt(words[at++]);
        for (int k = 0; k < count; k++) {
            Node node = new Node(words[at++]);
            node.length = Integer.parseInt(words[at++]);
            String contents = words[at++];
            node.text = contents.equals("-") ? null : unhex(contents.substring(1));
            for (int left = Integer.parseInt(words[at++]); left > 0; left--) {
                node.names.add(words[at++]);
                node.values.add(words[at++]);
            }
            plan.nodes.add(node);
        }
        while (at < words.length) {
            plan.roots.add(words[at++]);
        }
        return plan;
    }

    static String hex(String text) {
        StringBuilder out = new StringBuilder();
        for (char c : text.toCharArray()) {
            out.append(String.format("%04x", (int) c));
        }
        return out.toString();
    }

    static String unhex(String text) {
        StringBuilder out = new StringBuilder();
        for (int k = 0; k + 4 <= text.length(); k += 4) {
            out.append((char) Integer.parseInt(text.substring(k, k + 4), 16));
        }
        return out.toString();
    }
}
