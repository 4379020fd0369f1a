; [Summaries] Fig. 8, ρ: the object that a.next was at first is still there after a.next has been overwritten, and b.next may
; be that object.
; expect: pose=4 summary=4 lazy=75 lazier=55 lazier#=67
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b])
       (var Node first := (a $ next) in
         (begin
           (a $ next := null)
           ((b $ next) = first))))))
 )
 (Node main))
