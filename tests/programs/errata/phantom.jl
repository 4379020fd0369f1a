; 002: where b is a, the location of b is none of the heap, and what its fields are called says nothing of the input.
; expect: pose=9 summary=9 lazy=80 lazier=63 lazier#=75
((
  (class Node ([Node next] [int value])
    ((bool main ([Node a] [Node b])
       (var Node y := (b $ next) in
         (if (a = b)
             (if ((y $ value) = 1) ((a $ next) = a) else (y = b))
          else
             ((a $ next) = y))))))
 )
 (Node main))
