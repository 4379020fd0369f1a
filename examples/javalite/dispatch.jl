; Dispatch over three classes: Circle overrides, Dot inherits, Square overrides and calls back.
; expect:
((
  (class Shape ([int size])
    ((int area () 0)
     (int twice () ((this @ area ()) + (this @ area ())))))
  (class Dot extends Shape () ())
  (class Circle extends Shape ()
    ((int area () ((this $ size) + ((this $ size) + (this $ size))))))
  (class Square extends Shape ([Shape inner])
    ((int area ()
       (if ((this $ inner) = this)
           (this $ size)
        else
           ((this $ size) - ((this $ inner) @ area ()))))))
  (class Main ()
    ((bool larger ([Shape a] [Shape b])
       ((a @ twice ()) < (b @ twice ())))))
 )
 (Main larger))
