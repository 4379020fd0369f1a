; [Summaries] Fig. 1, with k = 4 data: is each of them an element of the list?  The loop over the nodes is a recursion, so the
; bound on the list's length is that on calls: `contains` runs for node i with i nested calls, and with --max-calls 5 a
; path that asks for a sixth node is cut.  [Summaries] assumes that the list has no cycle.
; expect:
((
  (class Data ([int val]) ())
  (class LLNode ([Data elem] [LLNode next]) ())
  (class LinkedList ([LLNode head] [Data data0] [Data data1] [Data data2] [Data data3])
    ((bool contains ([LLNode node] [Data val])
       (if ((node $ elem) = val)
           true
        else
           (if ((node $ next) = null)
               false
            else
               (this @ contains ((node $ next) val)))))
     (unit run ()
       (if (this @ contains ((this $ head) (this $ data0)))
           (if (this @ contains ((this $ head) (this $ data1)))
               (if (this @ contains ((this $ head) (this $ data2)))
                   (if (this @ contains ((this $ head) (this $ data3))) unit else unit)
                else unit)
            else unit)
        else unit))))
 )
 (LinkedList run))
