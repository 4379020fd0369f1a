; Writes through three references that may alias in five ways.  The values that are left tell four of them apart, and
; every path but that of three different objects returns true.
; expect:
((
  (class Box ([Box other] [int value])
    ((bool told ([Box a] [Box b])
       (begin
         (this $ value := 1)
         (a $ value := 2)
         (b $ value := 3)
         (this $ other := null)
         (a $ other := b)
         (b $ other := null)
         (if ((this $ value) = 1)
             (a = b)
          else
             (if ((this $ other) = null)
                 ((this $ value) = 3)
              else
                 ((this $ other) = b)))))))
 )
 (Box told))
