; [POSE] section III-B, assume: the field of the last reference is that of whichever of three others it is.
; expect: pose=7 summary=7 lazy=95 lazier=95 lazier#=95
((
  (class Box ([int value])
    ((bool main ([Box a] [Box b] [Box c] [Box d])
       (begin
         (a $ value := 1)
         (b $ value := 2)
         (c $ value := 3)
         (if ((d $ value) = 2) (d = b) else false)))))
 )
 (Box main))
