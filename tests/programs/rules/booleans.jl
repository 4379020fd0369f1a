; [POSE] Fig. 10, "Eq (c2)"; [Summaries] Fig. 5, "Equals (bool)": a boolean input compared with constants.
; expect: pose=4 summary=4 lazy=5 lazier=5 lazier#=5
((
  (class Box ([bool full])
    ((bool main ([Box a])
       (if ((a $ full) = false) (a = this) else ((a $ full) = true)))))
 )
 (Box main))
