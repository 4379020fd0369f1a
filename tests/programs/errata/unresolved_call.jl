; lazier and lazier#: a call on a reference that nobody has used yet resolves it, as a dereference does: null, this object
; or another one, though the body does not look at its receiver.
; expect: pose=2 summary=2 lazy=3 lazier=3 lazier#=3
((
  (class Node ()
    ((bool answer () true)
     (bool main ([Node a]) (a @ answer ()))))
 )
 (Node main))
