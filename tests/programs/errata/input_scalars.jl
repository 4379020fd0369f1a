; [Summaries] has no rule for boolean and integer fields of input objects: each has a value of its own.
; expect: pose=5 summary=5 lazy=7 lazier=7 lazier#=7
((
  (class Box ([int value] [bool full])
    ((bool main ([Box a])
       (if (this $ full) ((a $ value) = (this $ value)) else (if (a $ full) ((a $ value) < 1) else false)))))
 )
 (Box main))
