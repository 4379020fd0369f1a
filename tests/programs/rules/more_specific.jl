; [POSE] Fig. 12, "Getfield (r1.b)": what is known of an object stays known when it turns out to be of a subclass.
; expect: pose=4 summary=4 lazy=4 lazier=4 lazier#=4
((
  (class Animal ([int age]) ())
  (class Dog extends Animal ([int bones]) ())
  (class Main ()
    ((bool main ([Animal a])
       (begin
         (a $ age := 1)
         (if (a instanceof Dog)
             (if (((Dog a) $ bones) = 2) ((a $ age) = 1) else false)
          else
             false)))))
 )
 (Main main))
