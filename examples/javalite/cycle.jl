; Cycle detection with a slow and a fast reference; --max-calls bounds the length of list and cycle.
; expect:
((
  (class Node ([Node next])
    ((bool chase ([Node slow] [Node fast])
       (if (fast = null)
           false
        else
           (var Node ahead := (fast $ next) in
             (if (ahead = null)
                 false
              else
                 (if (ahead = slow)
                     true
                  else
                     (this @ chase ((slow $ next) (ahead $ next))))))))
     (bool hasCycle ()
       (this @ chase (this this)))))
 )
 (Node hasCycle))
