package symheap.replay;

import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts something in front of the first instruction of each line.
 *
 * It comes after the stack map of the place, and behind a `new`: maps name the places of these instructions, which must
 * not move away from their labels.
 */
abstract class LineMethod extends MethodVisitor {
    protected static final String PROBE = "symheap/replay/Probe";
    private static final int MORE_STACK = 4;

    private int pending = -1;

    LineMethod(int api, MethodVisitor next) {
        super(api, next);
    }

    /** To be put in at a line. */
    abstract void atLine(int line);

    protected final void probe(String name, String type) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, name, type, false);
    }

    protected final void push(int number) {
        super.visitLdcInsn(number);
    }

    private void flush() {
        if (pending >= 0) {
            int line = pending;
            pending = -1;
            atLine(line);
        }
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        super.visitLineNumber(line, start);
        pending = line;
    }

    @Override
    public void visitInsn(int opcode) {
        flush();
        super.visitInsn(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        flush();
        super.visitIntInsn(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        flush();
        super.visitVarInsn(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW) {
            super.visitTypeInsn(opcode, type);
            flush();
        } else {
            flush();
            super.visitTypeInsn(opcode, type);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String type) {
        flush();
        super.visitFieldInsn(opcode, owner, name, type);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
        flush();
        super.visitMethodInsn(opcode, owner, name, type, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
        flush();
        super.visitInvokeDynamicInsn(name, type, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
        flush();
        super.visitJumpInsn(opcode, target);
    }

    @Override
    public void visitLdcInsn(Object value) {
        flush();
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        flush();
        super.visitIincInsn(variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int low, int high, Label fallback, Label... labels) {
        flush();
        super.visitTableSwitchInsn(low, high, fallback, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] labels) {
        flush();
        super.visitLookupSwitchInsn(fallback, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String type, int dimensions) {
        flush();
        super.visitMultiANewArrayInsn(type, dimensions);
    }

    @Override
    public void visitMaxs(int stack, int variables) {
        super.visitMaxs(stack + MORE_STACK, variables);
    }
}
