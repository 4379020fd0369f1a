; [Summaries], fresh_l(C): an input of declared class C may be of any subclass, and of which one is open until somebody asks.
; expect: pose=5 summary=5 lazy=7 lazier=5 lazier#=5
((
  (class Animal ([Animal friend]) ())
  (class Dog extends Animal () ())
  (class Main ()
    ((bool main ([Animal a])
       (if ((a $ friend) instanceof Dog) (a instanceof Dog) else ((a $ friend) = null)))))
 )
 (Main main))
