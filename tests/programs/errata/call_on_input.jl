; [Summaries] Fig. 5, "Method invocation": the receiver may be null, and its class says which body runs.
; expect: pose=7 summary=7 lazy=9 lazier=9 lazier#=9
((
  (class Shape () ((int sides () 0)))
  (class Square extends Shape () ((int sides () 4)))
  (class Main ()
    ((bool main ([Shape s] [Shape t])
       (if ((s @ sides ()) = (t @ sides ())) (s instanceof Square) else (s = t)))))
 )
 (Main main))
