; Boolean fields and strict connectives: mark what can be reached in two steps, and say whether something was marked
; before.  Assignments to an outer variable inside an inner scope last.
; expect:
((
  (class Node ([bool marked] [Node left] [Node right])
    ((bool mark [int depth]
       (var bool before := (this $ marked) in
         (begin
           (this $ marked := true)
           (if (depth < 1)
               unit
            else
               (var Node l := (this $ left) in
                 (var Node r := (this $ right) in
                   (begin
                     (if (l = null) unit else (before := (before or (l @ mark (depth - 1)))))
                     (if (r = null) unit else (before := (before or (r @ mark (depth - 1)))))))))
           before)))
     (bool run [bool strict]
       (if (strict and (not (this @ mark 1)))
           (this $ marked)
        else
           (strict = (this $ marked))))))
 )
 (Node run))
