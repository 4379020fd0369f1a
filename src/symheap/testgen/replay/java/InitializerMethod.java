package symheap.replay;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The initialiser of a class tells where it begins, and where it ends by a return or by an exception. */
final class InitializerMethod extends MethodVisitor {
    private final boolean mapped;
    private final Label start = new Label();

    InitializerMethod(int api, MethodVisitor next, boolean mapped) {
        super(api, next);
        this.mapped = mapped;
    }

    private void probe(String name) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, LineMethod.PROBE, name, "()V", false);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        probe("enter");
        super.visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            probe("leave");
        }
        super.visitInsn(opcode);
    }

    /** The handler is the last one, and so has what no other one takes; the probe before a return throws nothing. */
    @Override
    public void visitMaxs(int stack, int variables) {
        Label end = new Label();
        super.visitLabel(end);
        if (mapped) {
            super.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
        }
        probe("leave");
        super.visitInsn(Opcodes.ATHROW);
        super.visitTryCatchBlock(start, end, end, null);
        super.visitMaxs(stack + 1, variables);
    }
}
