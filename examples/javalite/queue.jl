; A queue with first and last: enqueue through `last`, then look whether the new cell is reached from `first`.
; expect:
((
  (class Link ([int value] [Link next]) ())
  (class Queue ([Link first] [Link last])
    ((unit enqueue [int value]
       (var Link link := (new Link) in
         (var Link last := (this $ last) in
           (begin
             (link $ value := value)
             (if (last = null)
                 (this $ first := link)
              else
                 (last $ next := link))
             (this $ last := link)
             unit))))
     (bool reaches ([Link from] [Link to])
       (if (from = null)
           false
        else
           (if (from = to)
               true
            else
               (this @ reaches ((from $ next) to)))))
     (bool run [int value]
       (begin
         (this @ enqueue value)
         (this @ reaches ((this $ first) (this $ last)))))))
 )
 (Queue run))
