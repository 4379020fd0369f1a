; A stack whose top may be any input cell: push two values, pop them, and compare with what was pushed.
; expect:
((
  (class Cell ([Object item] [Cell below]) ())
  (class Stack ([Cell top])
    ((unit push [Object item]
       (var Cell c := (new Cell) in
         (begin
           (c $ item := item)
           (c $ below := (this $ top))
           (this $ top := c)
           unit)))
     (Object pop ()
       (var Cell c := (this $ top) in
         (begin
           (this $ top := (c $ below))
           (c $ item))))
     (bool lifo ([Object a] [Object b])
       (var Cell before := (this $ top) in
         (begin
           (this @ push a)
           (this @ push b)
           (if ((this @ pop ()) = b)
               (if ((this @ pop ()) = a)
                   ((this $ top) = before)
                else false)
            else false))))))
 )
 (Stack lifo))
