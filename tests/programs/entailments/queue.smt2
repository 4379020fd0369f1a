; valid
; A node behind the last one of a doubly linked list.
(set-logic QF_SHLS)
(declare-sort Node 0)
(declare-datatypes ((Cell 0)) (((cell (next Node) (prev Node)))))
(declare-heap (Node Cell))

(define-fun-rec list ((first Node) (last Node) (before Node) (after Node)) Bool
  (or (and (= first after) (= last before) (_ emp Node Cell))
      (exists ((u Node))
        (and (distinct first after) (distinct last before)
             (sep (pto first (cell u before)) (list u last first after))))))

(declare-const h Node)
(declare-const t Node)
(declare-const n Node)
(assert (sep (list h t (as nil Node) n) (pto n (cell (as nil Node) t))))
(assert (not (list h n (as nil Node) (as nil Node))))
(check-sat)
