; [POSE] Fig. 11, "Invoke (c1)": the class of a new object chooses the body.
; expect: pose=1 summary=1 lazy=1 lazier=1 lazier#=1
((
  (class Shape () ((int sides () 0)))
  (class Square extends Shape () ((int sides () 4)))
  (class Main ()
    ((int main ()
       (((new Shape) @ sides ()) + ((new Square) @ sides ())))))
 )
 (Main main))
