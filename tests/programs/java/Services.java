// Services that are made and hardly used: loggers and formatters, whose texts nobody reads.
// entry: rounded(double)        bounds: --max-calls 80 --max-loop 40    paths: 2
// entry: logged(int)            bounds: --max-calls 80 --max-loop 40    paths: 2
// entry: named(int)             bounds: --max-calls 80 --max-loop 40    paths: 2
// entry: supplied(int[])        bounds: --max-calls 80 --max-loop 40    paths: 2
// entry: stamped(long)          bounds: --max-calls 80 --max-loop 40    paths: 2

import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;
import java.util.logging.Level;
import java.util.logging.Logger;

public class Services {
    private static final NumberFormat FORMAT = new DecimalFormat("#,##0.00");
    private static final Logger LOG = Logger.getLogger("services");

    static int rounded(double d) {
        String text = FORMAT.format(d);
        return text == null ? 0 : d > 1 ? 2 : 1;
    }

    static int logged(int x) {
        if (x < 0) {
            LOG.warning("negative: " + x);
            return -1;
        }
        LOG.log(Level.FINE, "{0} is not logged", "this");
        return LOG.isLoggable(Level.FINE) ? 1 : LOG.isLoggable(Level.INFO) ? 2 : 3;
    }

    static boolean named(int x) {
        Logger other = Logger.getLogger(x > 0 ? "services" : "others");
        return other == LOG;
    }

    static int supplied(int[] values) {
        int[] asked = new int[1];
        LOG.finest(() -> "dropped " + asked[0]++);
        LOG.info(() -> "kept " + asked[0]++);
        LOG.log(Level.SEVERE, () -> "of " + values.length);
        return asked[0];
    }

    static boolean stamped(long time) {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd'T'HH:mm:ssXXX", Locale.US);
        format.setTimeZone(TimeZone.getTimeZone("GMT"));
        format.setLenient(false);
        return format.format(new Date(time)) != null && time >= 0;
    }
}
