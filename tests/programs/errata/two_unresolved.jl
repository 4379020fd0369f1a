; lazier and lazier#: a comparison of two references that nobody has used yet resolves both, as a dereference does.
; expect: pose=3 summary=3 lazy=28 lazier=22 lazier#=28
((
  (class Node ([Node left] [Node right])
    ((bool main ([Node a])
       ((a $ left) = (a $ right)))))
 )
 (Node main))
