; [Summaries] Fig. 8, θ_new: where b is a, the object of b.next is none of the heap, and c.next may equal its name by chance.
; expect: pose=7 summary=7 lazy=920 lazier=709 lazier#=848
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b] [Node c])
       (var Node x := (a $ next) in
         (var Node y := (b $ next) in
           (var Node z := (c $ next) in
             (if (x = y) (y = z) else (x = z))))))))
 )
 (Node main))
