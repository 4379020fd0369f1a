package symheap.replay;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** The numbers of conditional jumps, switches and lines, in all classes that were instrumented. */
final class Sites {
    private static final List<Site> SITES = new ArrayList<>();
    private static final List<Line> LINES = new ArrayList<>();
    private static volatile int[] opcodes = new int[256];

    private Sites() {}

    /** The `ordinal`-th conditional jump or switch of a method. */
    static final class Site {
        final String owner;
        final String method;
        final int ordinal;

        Site(String owner, String method, int ordinal) {
            this.owner = owner;
            this.method = method;
            this.ordinal = ordinal;
        }
    }

    static final class Line {
        final String owner;
        final int number;

        Line(String owner, int number) {
            this.owner = owner;
            this.number = number;
        }
    }

    static synchronized int add(Site site, int opcode) {
        int number = SITES.size();
        SITES.add(site);
        if (number == opcodes.length) {
            opcodes = java.util.Arrays.copyOf(opcodes, 2 * number);
        }
        opcodes[number] = opcode;
        return number;
    }

    static synchronized int add(Line line) {
        LINES.add(line);
        return LINES.size() - 1;
    }

    static synchronized Site site(int number) {
        return SITES.get(number);
    }

    static synchronized Line line(int number) {
        return LINES.get(number);
    }

    /** Whether the jump at a site is taken. */
    static boolean jumps(int site, int a, int b) {
        switch (opcodes[site]) {
            case Opcodes.IFEQ:
            case Opcodes.IF_ICMPEQ:
                return a == b;
            case Opcodes.IFNE:
            case Opcodes.IF_ICMPNE:
                return a != b;
            case Opcodes.IFLT:
            case Opcodes.IF_ICMPLT:
                return a < b;
            case Opcodes.IFGE:
            case Opcodes.IF_ICMPGE:
                return a >= b;
            case Opcodes.IFGT:
            case Opcodes.IF_ICMPGT:
                return a > b;
            default:
                return a <= b;
        }
    }

    static boolean jumps(int site, Object a, Object b) {
        int opcode = opcodes[site];
        return (a == b) == (opcode == Opcodes.IFNULL || opcode == Opcodes.IF_ACMPEQ);
    }
}
