; Reverse a list in place.  On a list with a cycle the walk turns round at the entrance of the cycle and comes back to
; the head, so it ends there as well; --max-calls bounds the length.
; expect:
((
  (class Node ([Node next]) ())
  (class List ([Node head])
    ((Node turn ([Node node] [Node before])
       (if (node = null)
           before
        else
           (var Node after := (node $ next) in
             (begin
               (node $ next := before)
               (this @ turn (after node))))))
     (Node reverse ()
       (this $ head := (this @ turn ((this $ head) null))))))
 )
 (List reverse))
