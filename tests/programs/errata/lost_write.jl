; [Summaries] Fig. 8, "Summarize" and UN: after b.next := c the initial value of a.next is wanted only where a is not b.
; expect: pose=4 summary=4 lazy=70 lazier=60 lazier#=65
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b] [Node c])
       (begin
         (b $ next := c)
         ((a $ next) = c)))))
 )
 (Node main))
