; [Summaries] Fig. 5, "Pop": an assignment to an outer variable inside `var` lasts.
; expect: pose=2 summary=2 lazy=3 lazier=3 lazier#=3
((
  (class Main ()
    ((bool main ([Main a])
       (var int n := 0 in
         (begin
           (var int m := 1 in (n := m))
           (if (n = 1) (a = this) else (a = null)))))))
 )
 (Main main))
