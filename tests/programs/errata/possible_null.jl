; [Summaries] Fig. 9, "Field access" and "Field write": the receiver may be null and may be an object.
; expect: pose=4 summary=4 lazy=8 lazier=5 lazier#=5
((
  (class Node ([Node next])
    ((bool main ([Node a])
       (if ((a $ next) = null) true else (a = this)))))
 )
 (Node main))
