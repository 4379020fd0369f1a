; [Summaries] Fig. 7, "Field write", where the field gets the receiver; [Uber-lazy], where `init` looks at the value and a field that
; nobody has read yet is not written.
; expect: pose=2 summary=2 lazy=8 lazier=5 lazier#=3
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b])
       (begin
         (a $ next := b)
         ((a $ next) = b)))))
 )
 (Node main))
