; [Uber-lazy draft] Fig. 4, "Variable declaration": the variable is bound to the value, not to a new object.
; expect: pose=1 summary=1 lazy=1 lazier=1 lazier#=1
((
  (class Main ()
    ((bool main ([Main a])
       (var Main x := a in (x = a)))))
 )
 (Main main))
