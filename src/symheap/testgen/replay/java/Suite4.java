package symheap.replay;

import java.util.Random;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Ordering;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Runs test classes with JUnit 4, in an order that follows from a seed.  Arguments: mark, bytes of output, seed, classes. */
public final class Suite4 {
    private Suite4() {}

    public static void main(String[] arguments) throws Exception {
        Channel channel = new Channel(arguments[0], Integer.parseInt(arguments[1]));
        channel.renew();
        Class<?>[] classes = new Class<?>[arguments.length - 3];
        for (int at = 0; at < classes.length; at++) {
            classes[at] = Class.forName(arguments[at + 3]);
        }
        JUnitCore core = new JUnitCore();
        core.addListener(new RunListener() {
            private boolean failed;

            @Override
            public void testStarted(Description test) {
                failed = false;
                tell("started", test, null);
            }

            @Override
            public void testFailure(Failure failure) {
                failed = true;
                tell("failed", failure.getDescription(), failure.getException());
            }

            @Override
            public void testFinished(Description test) {
                if (!failed) {
                    tell("passed", test, null);
                }
            }

            private void tell(String kind, Description test, Throwable error) {
                channel.reply(new Json().open('{')
                        .name("kind").value(kind)
                        .name("class").value(test.getClassName())
                        .name("test").value(test.getMethodName() == null ? "" : test.getMethodName())
                        .name("error").value(error == null ? null : error.toString())
                        .close('}'));
            }
        });
        Random random = new Random(Long.parseLong(arguments[2]));
        core.run(Request.classes(classes).orderWith(Ordering.shuffledBy(random)));
        channel.reply(new Json().open('{').name("kind").value("done").close('}'));
        Runtime.getRuntime().halt(0);
    }
}
