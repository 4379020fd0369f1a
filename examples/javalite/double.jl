; Double dispatch: what two things do when they meet depends on both classes, and a thing may meet itself.
; expect:
((
  (class Thing ([bool alive])
    ((bool meet [Thing other] (other @ meetThing this))
     (bool meetThing [Thing other] true)
     (bool meetWolf [Wolf wolf] (this $ alive))))
  (class Wolf extends Thing ([Thing prey])
    ((bool meet [Thing other] (other @ meetWolf this))
     (bool meetWolf [Wolf wolf] (not (wolf = this)))))
  (class Sheep extends Thing ()
    ((bool meetWolf [Wolf wolf]
       (begin
         (wolf $ prey := this)
         (this $ alive := false)
         (this $ alive)))))
  (class Main ()
    ((bool run ([Thing a] [Thing b])
       ((a @ meet b) and (b @ meet a)))))
 )
 (Main run))
