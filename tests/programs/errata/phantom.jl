; [Summaries]: where b is a, the location of b.next is none of the heap.  Its name may by chance be that of z, and what was read
; through it before says nothing of z.
; expect: pose=8 summary=8 lazy=253 lazier=253 lazier#=253
((
  (class Node ([Node next] [int value])
    ((bool main ([Node a] [Node b] [Node c])
       (var Node y := (b $ next) in
         (var int v := (y $ value) in
           (var Node z := (c $ next) in
             (var int w := (z $ value) in
               (if (a = b)
                   (if (y = z) (v = w) else (if (w = 1) (v = 2) else false))
                else
                   false))))))))
 )
 (Node main))
