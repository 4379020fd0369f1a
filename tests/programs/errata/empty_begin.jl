; [Summaries] Fig. 5, "Begin (no args)": as printed it leaves no value to go on with.
; expect: pose=2 summary=2 lazy=3 lazier=3 lazier#=3
((
  (class Main ()
    ((bool main ([Main a])
       (begin (begin) (a = this)))))
 )
 (Main main))
