; [Uber-lazy draft] Fig. 4, "Field write": it is the receiver that must not be null; the value may be.
; expect: pose=3 summary=3 lazy=6 lazier=4 lazier#=4
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b])
       (begin
         (a $ next := b)
         (this $ next := null)
         ((a $ next) = null)))))
 )
 (Node main))
