; [POSE] Fig. 1(b): a straight line over three references, any of which may be null, this object, or one another.
; expect:
((
  (class Sample ([int val] [Sample s0] [Sample s1] [Sample s2])
    ((int sum ()
       (var int sum := (this $ val) in
         (begin
           (sum := (sum + ((this $ s0) $ val)))
           (sum := (sum + ((this $ s1) $ val)))
           (sum := (sum + ((this $ s2) $ val)))
           sum)))))
 )
 (Sample sum))
