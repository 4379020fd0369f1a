// [POSE] Fig. 1(b): a straight line over three references, any of which may be null, this object, or one another.
// entry: sum()                  bounds: --max-calls 4 --max-loop 3      paths: 4

public class Sum {
    int val;
    Sum s0, s1, s2;

    int sum() {
        int sum = val;
        sum += s0.val;
        sum += s1.val;
        sum += s2.val;
        return sum;
    }
}
