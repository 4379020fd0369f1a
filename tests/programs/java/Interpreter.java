// A stack machine: a program of ints, a stack of four, and a switch over the opcodes in a loop.
// entry: run(int[])             bounds: --max-calls 20 --max-loop 2     paths: 30
// entry: step(int, int, int)    bounds: --max-calls 20 --max-loop 3     paths: 5

public class Interpreter {
    static final int PUSH = 0;
    static final int ADD = 1;
    static final int MUL = 2;
    static final int DUP = 3;
    static final int HALT = 9;

    /** The top of the stack when the program halts or ends. */
    static int run(int[] code) {
        int[] stack = new int[4];
        int sp = 0;
        for (int pc = 0; pc < code.length; pc++) {
            switch (code[pc]) {
                case PUSH:
                    stack[sp++] = code[++pc];
                    break;
                case ADD:
                    sp--;
                    stack[sp - 1] += stack[sp];
                    break;
                case MUL:
                    sp--;
                    stack[sp - 1] *= stack[sp];
                    break;
                case DUP:
                    stack[sp] = stack[sp - 1];
                    sp++;
                    break;
                case HALT:
                    return stack[sp - 1];
                default:
                    throw new UnsupportedOperationException();
            }
        }
        return stack[sp - 1];
    }

    /** One binary operation, as an arrow switch that yields. */
    static int step(int opcode, int a, int b) {
        return switch (opcode) {
            case ADD -> a + b;
            case MUL -> a * b;
            case PUSH, DUP -> {
                int kept = opcode == DUP ? a : b;
                yield kept;
            }
            default -> throw new UnsupportedOperationException();
        };
    }
}
