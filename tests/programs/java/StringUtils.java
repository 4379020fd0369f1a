// Strings as inputs: palindromes, occurrences of a character, and the first character, if there is one.
// entry: isPalindrome(String)   bounds: --max-calls 20 --max-loop 2     paths: 8
// entry: count(String, char)    bounds: --max-calls 20 --max-loop 2     paths: 16
// entry: firstOrNone(String)    bounds: --max-calls 20 --max-loop 3     paths: 3

public class StringUtils {
    static boolean isPalindrome(String s) {
        int i = 0;
        int j = s.length() - 1;
        while (i < j) {
            if (s.charAt(i++) != s.charAt(j--)) {
                return false;
            }
        }
        return true;
    }

    static int count(String s, char wanted) {
        int count = 0;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == wanted) {
                count++;
            }
        }
        return count;
    }

    static char firstOrNone(String s) {
        return s == null || s.isEmpty() ? '-' : s.charAt(0);
    }

    static String commonPrefix(String a, String b) {
        int n = 0;
        while (n < a.length() && n < b.length() && a.charAt(n) == b.charAt(n)) {
            n++;
        }
        return a.substring(0, n);
    }
}
