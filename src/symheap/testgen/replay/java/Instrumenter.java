package symheap.replay;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts calls of `Probe` into class files.
 *
 * What is put in has no jumps and leaves the operand stack as it was, so that the stack maps of the file stay right.
 */
final class Instrumenter {
    private static final int API = Opcodes.ASM9;
    private static final int MAJOR_VERSION = 6;

    private Instrumenter() {}

    /** A class of the user: its jumps, switches, lines and initialiser are told, and it cannot end the process. */
    static byte[] subject(byte[] file) {
        boolean hasMaps = majorVersion(file) >= Opcodes.V1_6;
        String owner = new ClassReader(readable(file)).getClassName().replace('/', '.');
        return rewritten(file, (method, name, type) -> {
            MethodVisitor probed = new SubjectMethod(API, method, owner, name + type);
            return name.equals("<clinit>") ? new InitializerMethod(API, probed, hasMaps) : probed;
        });
    }

    /** A test class: its acts are told, which are at the lines `acts`; a test has one, and the next line ends it. */
    static byte[] test(byte[] file, Set<String> tests, Set<Integer> acts) {
        return rewritten(file, (method, name, type) -> new TestMethod(API, method, tests.contains(name), acts));
    }

    private interface Rewriting {
        MethodVisitor of(MethodVisitor method, String name, String type);
    }

    private static byte[] rewritten(byte[] file, Rewriting rewriting) {
        ClassReader reader = new ClassReader(readable(file));
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new ClassVisitor(API, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] thrown) {
                return rewriting.of(super.visitMethod(access, name, type, generic, thrown), name, type);
            }
        }, 0);
        byte[] written = writer.toByteArray();
        System.arraycopy(file, MAJOR_VERSION, written, MAJOR_VERSION, 2);
        return written;
    }

    private static int majorVersion(byte[] file) {
        return (file[MAJOR_VERSION] & 0xff) << 8 | file[MAJOR_VERSION + 1] & 0xff;
    }

    /** Class files have had the same form since Java 17, but ASM refuses those that are newer than itself. */
    private static byte[] readable(byte[] file) {
        if (majorVersion(file) <= Opcodes.V17) {
            return file;
        }
        byte[] older = file.clone();
        older[MAJOR_VERSION] = 0;
        older[MAJOR_VERSION + 1] = Opcodes.V17;
        return older;
    }
}
