; [POSE] Fig. 10, "Getfield (c5)", "Putfield (c5)": a new object keeps what is written to it.
; expect: pose=1 summary=1 lazy=3 lazier=2 lazier#=1
((
  (class Node ([Node next] [bool full])
    ((bool main ([Node a])
       (var Node n := (new Node) in
         (begin
           (n $ next := a)
           (n $ full := true)
           (if ((n $ full) = true) ((n $ next) = a) else (n = null)))))))
 )
 (Node main))
