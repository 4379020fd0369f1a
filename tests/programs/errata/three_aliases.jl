; [Summaries] Fig. 8, θ_alias, and [Uber-lazy draft], where inputs never alias: a, b and c may all be one object.
; expect: pose=5 summary=5 lazy=23 lazier=23 lazier#=23
((
  (class Box ([int value])
    ((bool main ([Box a] [Box b] [Box c])
       (begin
         (a $ value := 1)
         (b $ value := 2)
         (c $ value := 3)
         (if ((a $ value) = 3) ((b $ value) = 3) else ((b $ value) = 2))))))
 )
 (Box main))
