; [POSE] Fig. 10, "Eq (c6)", "Eq (c7)": what is read back may be the new object, though no input is.
; expect: pose=4 summary=4 lazy=18 lazier=11 lazier#=8
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b])
       (var Node n := (new Node) in
         (begin
           (a $ next := n)
           (if ((b $ next) = n) (a = b) else (n = a)))))))
 )
 (Node main))
