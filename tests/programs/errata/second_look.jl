; [Summaries] Fig. 8, "Summarize": a.next is looked at where a is b, then where it is not.  Both looks name one place.
; expect: pose=7 summary=7 lazy=236 lazier=173 lazier#=206
((
  (class Node ([Node next])
    ((bool main ([Node a] [Node b] [Node c])
       (var Node first := (b $ next) in
         (begin
           (c $ next := null)
           (var Node second := (a $ next) in
             (if (first = second)
                 (second = c)
              else
                 (a = b))))))))
 )
 (Node main))
