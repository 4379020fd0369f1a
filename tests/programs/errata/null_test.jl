; [POSE] does not say what null instanceof C is: false, for null itself and for an input that may be null.
; expect: pose=3 summary=3 lazy=3 lazier=3 lazier#=3
((
  (class Animal ([Animal friend]) ())
  (class Dog extends Animal () ())
  (class Main ()
    ((bool main ([Dog d] [Animal a])
       (if (d instanceof Animal)
           (d = null)
        else
           (begin
             (this @ forget (a))
             ((a $ friend) instanceof Animal))))
     (Animal forget ([Animal a]) (a $ friend := null))))
 )
 (Main main))
