; [Summaries] section 5, VS: c.next is null because the receiver is a, because it is b, or because it was so at first.
; expect: pose=6 summary=6 lazy=50 lazier=30 lazier#=30
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b] [Node c])
       (begin
         (a $ next := null)
         (b $ next := null)
         (if ((c $ next) = null) (c = a) else (c = b))))))
 )
 (Node main))
