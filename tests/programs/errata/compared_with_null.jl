; lazier chooses null or not at the read, lazier# at the comparison with null; neither chooses an alias there.
; expect: pose=2 summary=2 lazy=10 lazier=4 lazier#=2
((
  (class Node ([Node left] [Node right])
    ((bool main ()
       (var Node l := (this $ left) in
         (var Node r := (this $ right) in
           (l = null))))))
 )
 (Node main))
