; 003, Fig. 1(a): swap the data of this object with that of another one, which may be null or this object itself.
; expect:
((
  (class Sample ([Object data])
    ((unit swap [Sample s]
       (if (s = null)
           unit
        else
           (var Object d := (this $ data) in
             (begin
               (this $ data := (s $ data))
               (s $ data := d)
               unit))))))
 )
 (Sample swap))
