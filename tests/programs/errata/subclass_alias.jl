; [Summaries] Fig. 6 and Fig. 8, type(l_a) = C: an object of a subclass is an alias too, in both directions.
; expect: pose=5 summary=5 lazy=7 lazier=7 lazier#=7
((
  (class Animal ([Dog friend] [int age]) ())
  (class Dog extends Animal () ())
  (class Main ()
    ((bool main ([Animal a] [Dog d])
       (begin
         (a $ age := 1)
         (d $ age := 2)
         (if ((a $ age) = 1) ((d $ friend) = a) else (a instanceof Dog))))))
 )
 (Main main))
