/** The songs that are still to be played, from first to last. */
public class Playlist {

    private static class Song {
        final String title;
        Song previous;
        Song next;

        Song(String title) {
            this.title = title;
        }
    }

    private Song first;
    private Song last;

    /** Puts a song at the end. */
    public void add(String title) {
        Song song = new Song(title);
        song.previous = last;
        if (last == null) {
            first = song;
        } else {
            last.next = song;
        }
        last = song;
    }

    /** Takes the first song out and returns its title; null if there is none. */
    public String play() {
        if (first == null) {
            return null;
        }
        String title = first.title;
        first = first.next;
        if (first == null) {
            last = null;
        } else {
            first.previous = null;
        }
        assert sound();
        return title;
    }

    /** The links back agree with the links forward, and the last song is the one without a next. */
    private boolean sound() {
        Song before = null;
        for (Song song = first; song != null; song = song.next) {
            if (song.previous != before) {
                return false;
            }
            before = song;
        }
        return before == last;
    }
}
