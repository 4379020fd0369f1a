// Songs and the one that is playing, which is not moved when the last song is removed.
// bug: 34 java.lang.IndexOutOfBoundsException current
// calls: var p = new Playlist(); p.add("a"); p.add("b"); p.next(); p.removeLast(); p.current();

import java.util.ArrayList;
import java.util.List;

public class Playlist {
    private final List<String> songs = new ArrayList<>();
    private int playing;

    public void add(String song) {
        songs.add(song);
    }

    public void next() {
        if (playing + 1 < songs.size()) {
            playing++;
        }
    }

    public boolean removeLast() {
        if (songs.isEmpty()) {
            return false;
        }
        songs.remove(songs.size() - 1);
        return true;
    }

    public String current() {
        if (songs.isEmpty()) {
            return null;
        }
        return songs.get(playing);
    }
}
