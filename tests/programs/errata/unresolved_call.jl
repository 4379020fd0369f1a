; lazier and lazier#: a call on a reference that nobody has used yet resolves it, as a dereference does.
; expect: pose=3 summary=3 lazy=8 lazier=5 lazier#=5
((
  (class Node ([Node next])
    ((bool is_last () ((this $ next) = null))
     (bool main ([Node a]) (a @ is_last ()))))
 )
 (Node main))
