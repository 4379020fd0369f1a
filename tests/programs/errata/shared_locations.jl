; [Uber-lazy draft] Fig. 3, "Equals (references-false)": u may be whatever b may be, and still be another object.
; expect: pose=4 summary=4 lazy=70 lazier=60 lazier#=65
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b] [Node p] [Node q])
       (begin
         (q $ next := a)
         (p $ next := b)
         (var Node u := (q $ next) in
           (u = b))))))
 )
 (Node main))
