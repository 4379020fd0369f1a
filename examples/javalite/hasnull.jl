; [POSE] Fig. 1(c), with max = 4: does the chain of next end within max nodes?  The loop is a recursion and its counter a
; parameter, so that max is a literal and no input.
; expect:
((
  (class Sample ([Sample next])
    ((bool hasNull ()
       (this @ scan ((this $ next) 1)))
     (bool scan ([Sample s] [int i])
       (if (s = null)
           true
        else
           (if (i < 5)
               (this @ scan ((s $ next) (i + 1)))
            else
               false)))))
 )
 (Sample hasNull))
