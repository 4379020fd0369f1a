package symheap.replay;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes with JUnit 5, in an order that follows from a seed.  Arguments: mark, bytes of output, seed, classes. */
public final class Suite5 {
    private Suite5() {}

    public static void main(String[] arguments) {
        Channel channel = new Channel(arguments[0], Integer.parseInt(arguments[1]));
        channel.renew();
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("junit.jupiter.execution.order.random.seed", arguments[2])
                .configurationParameter(
                        "junit.jupiter.testmethod.order.default", "org.junit.jupiter.api.MethodOrderer$Random")
                .configurationParameter(
                        "junit.jupiter.testclass.order.default", "org.junit.jupiter.api.ClassOrderer$Random");
        for (int at = 3; at < arguments.length; at++) {
            request.selectors(selectClass(arguments[at]));
        }
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request.build(), new TestExecutionListener() {
            @Override
            public void executionStarted(TestIdentifier test) {
                if (test.isTest()) {
                    tell("started", test, null);
                }
            }

            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                    tell("failed", test, result.getThrowable().orElse(null));
                } else if (test.isTest()) {
                    tell("passed", test, null);
                }
            }

            private void tell(String kind, TestIdentifier test, Throwable error) {
                MethodSource source = test.getSource()
                        .filter(MethodSource.class::isInstance)
                        .map(MethodSource.class::cast)
                        .orElse(null);
                channel.reply(new Json().open('{')
                        .name("kind").value(kind)
                        .name("class").value(source == null ? test.getDisplayName() : source.getClassName())
                        .name("test").value(source == null ? "" : source.getMethodName())
                        .name("error").value(error == null ? null : error.toString())
                        .close('}'));
            }
        });
        channel.reply(new Json().open('{').name("kind").value("done").close('}'));
        Runtime.getRuntime().halt(0);
    }
}
