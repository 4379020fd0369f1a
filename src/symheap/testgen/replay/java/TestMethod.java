package symheap.replay;

import java.util.Set;
import org.objectweb.asm.MethodVisitor;

/**
 * A method of a test class, or the body of a lambda in one.
 *
 * A line that is an act arms the probe wherever it is; only a test itself disarms it, so that what the test made, and
 * the act calls, does not.
 */
final class TestMethod extends LineMethod {
    private final boolean isTest;
    private final Set<Integer> acts;

    TestMethod(int api, MethodVisitor next, boolean isTest, Set<Integer> acts) {
        super(api, next);
        this.isTest = isTest;
        this.acts = acts;
    }

    @Override
    void atLine(int line) {
        if (acts.contains(line)) {
            probe("arm", "()V");
        } else if (isTest) {
            probe("disarm", "()V");
        }
    }
}
