; [Summaries] Fig. 5, "Method invocation" and "Pop": a body has variables of its own, also where it uses its caller's names.
; expect: pose=1 summary=1 lazy=1 lazier=1 lazier#=1
((
  (class Main ()
    ((int twice ([int n]) (begin (n := (n + n)) n))
     (int main ([int n])
       (var int m := (this @ twice (n)) in (m - n)))))
 )
 (Main main))
