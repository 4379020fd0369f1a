package symheap.replay;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Output of the user's code: its beginning is kept, the rest is counted. */
final class Kept extends OutputStream {
    private final byte[] kept;
    private int size;
    private long written;

    Kept(int limit) {
        kept = new byte[limit];
    }

    @Override
    public synchronized void write(int b) {
        written++;
        if (size < kept.length) {
            kept[size++] = (byte) b;
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) {
        int taken = Math.min(count, kept.length - size);
        System.arraycopy(bytes, from, kept, size, taken);
        size += taken;
        written += count;
    }

    synchronized void clear() {
        size = 0;
        written = 0;
    }

    synchronized String text() {
        String text = new String(Arrays.copyOf(kept, size), StandardCharsets.UTF_8);
        return written > size ? text + "\n… " + (written - size) + " bytes more" : text;
    }
}
