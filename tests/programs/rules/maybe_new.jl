; [POSE] Fig. 10, "Putfield (c2)": a write through what may be one of two new objects, or none of them.
; expect: pose=4 summary=4 lazy=8 lazier=8 lazier#=8
((
  (class Node ([Node next] [int value])
    ((bool main ([Node a] [Node b])
       (var Node m := (new Node) in
         (var Node n := (new Node) in
           (begin
             (a $ next := m)
             (b $ next := n)
             (var Node target := (a $ next) in
               (begin
                 (target $ value := 5)
                 (if ((m $ value) = 5)
                     (if (target = m) ((n $ value) = 0) else (m = n))
                  else
                     (if ((n $ value) = 5) (a = b) else (m = n)))))))))))
 )
 (Node main))
