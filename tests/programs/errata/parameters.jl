; [Summaries] Def. 2, says nothing of parameters: each is null, the receiver, another parameter or an object of its own.
; expect: pose=6 summary=6 lazy=10 lazier=9 lazier#=9
((
  (class Main ()
    ((bool main ([Main a] [Main b])
       (if (a = null) (b = null) else (if (a = this) (b = this) else (a = b))))))
 )
 (Main main))
