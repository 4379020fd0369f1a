; Insert a key into a binary search tree.  Integers decide the way down; --max-calls bounds the depth.
; expect:
((
  (class Tree ([int key] [Tree left] [Tree right])
    ((Tree leaf [int key]
       (var Tree t := (new Tree) in
         (begin (t $ key := key) t)))
     (bool insert [int key]
       (if (key = (this $ key))
           false
        else
           (if (key < (this $ key))
               (if ((this $ left) = null)
                   (begin (this $ left := (this @ leaf key)) true)
                else
                   ((this $ left) @ insert key))
            else
               (if ((this $ right) = null)
                   (begin (this $ right := (this @ leaf key)) true)
                else
                   ((this $ right) @ insert key)))))))
 )
 (Tree insert))
