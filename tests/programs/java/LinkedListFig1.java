// [Summaries] Fig. 1, with k = 4 data and at most n = 5 nodes (its `node.val` is `elem` here): which data are in the list?
// entry: run()                  bounds: --max-calls 4 --max-loop 4 --acyclic next     paths: 1082

public class LinkedListFig1 {
    LLNode head;
    Data data0, data1, data2, data3;

    static class Data {
        Integer val;
    }

    static class LLNode {
        Data elem;
        LLNode next;
    }

    public static boolean contains(LLNode root, Data val) {
        LLNode node = root;
        while (true) {
            if (node.elem == val) return true;
            if (node.next == null) return false;
            node = node.next;
        }
    }

    public void run() {
        if (LinkedListFig1.contains(head, data0)
            && LinkedListFig1.contains(head, data1)
            && LinkedListFig1.contains(head, data2)
            && LinkedListFig1.contains(head, data3)) return;
    }
}
