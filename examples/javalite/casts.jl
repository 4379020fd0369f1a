; Type tests and casts: null is an instance of nothing and passes every cast; an object of another class does not.
; expect:
((
  (class Animal ([Animal friend]) ())
  (class Dog extends Animal ([int bones]) ())
  (class Puppy extends Dog ([Dog mother]) ())
  (class Main ()
    ((int bones ([Animal a])
       (if (a instanceof Puppy)
           (((Puppy a) $ mother) $ bones)
        else
           (if (a instanceof Dog)
               ((Dog a) $ bones)
            else
               (if (a = null)
                   0
                else
                   (((Dog (a $ friend)) $ bones) + 1)))))))
 )
 (Main bones))
