package symheap.replay;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A method of the user's: each conditional jump and switch tells its operands, and exits become exceptions. */
final class SubjectMethod extends LineMethod {
    private final String owner;
    private final String method;
    private int jumps;

    SubjectMethod(int api, MethodVisitor next, String owner, String method) {
        super(api, next);
        this.owner = owner;
        this.method = method;
    }

    @Override
    void atLine(int line) {
        push(Sites.add(new Sites.Line(owner, line)));
        probe("line", "(I)V");
    }

    private void tell(int copying, int opcode, String name, String type) {
        super.visitInsn(copying);
        push(Sites.add(new Sites.Site(owner, method, jumps++), opcode));
        probe(name, type);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
        if (opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE) {
            tell(Opcodes.DUP, opcode, "integer", "(II)V");
        } else if (opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ICMPLE) {
            tell(Opcodes.DUP2, opcode, "integers", "(III)V");
        } else if (opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE) {
            tell(Opcodes.DUP2, opcode, "references", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
        } else if (opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL) {
            tell(Opcodes.DUP, opcode, "reference", "(Ljava/lang/Object;I)V");
        }
        super.visitJumpInsn(opcode, target);
    }

    @Override
    public void visitTableSwitchInsn(int low, int high, Label fallback, Label... labels) {
        tell(Opcodes.DUP, Opcodes.TABLESWITCH, "key", "(II)V");
        super.visitTableSwitchInsn(low, high, fallback, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] labels) {
        tell(Opcodes.DUP, Opcodes.LOOKUPSWITCH, "key", "(II)V");
        super.visitLookupSwitchInsn(fallback, keys, labels);
    }

    @Override
    public void visitMethodInsn(int opcode, String of, String name, String type, boolean isInterface) {
        boolean exits = name.equals("exit") || name.equals("halt");
        if (exits && type.equals("(I)V") && of.equals("java/lang/System")) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "exit", type, false);
        } else if (exits && type.equals("(I)V") && of.equals("java/lang/Runtime")) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "exit", "(Ljava/lang/Runtime;I)V", false);
        } else {
            super.visitMethodInsn(opcode, of, name, type, isInterface);
        }
    }
}
