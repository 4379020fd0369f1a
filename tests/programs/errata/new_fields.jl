; [Uber-lazy draft] Fig. 3, "New": the fields of a new object are null, 0 and false, not inputs.
; expect: pose=2 summary=2 lazy=3 lazier=2 lazier#=2
((
  (class Node ([Node next] [int value])
    ((bool main ([Node a])
       (var Node n := (new Node) in
         (if ((n $ value) = 0) ((n $ next) = a) else false)))))
 )
 (Node main))
