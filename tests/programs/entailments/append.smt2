; valid
; Two lists, one behind the other, are a list if its end is nil.
(set-logic QF_SHLS)
(declare-sort Node 0)
(declare-datatypes ((Cell 0)) (((cell (next Node)))))
(declare-heap (Node Cell))

(define-fun-rec list ((from Node) (to Node)) Bool
  (or (and (= from to) (_ emp Node Cell))
      (exists ((u Node)) (and (distinct from to) (sep (pto from (cell u)) (list u to))))))

(declare-const x Node)
(declare-const y Node)
(assert (sep (list x y) (list y (as nil Node))))
(assert (not (list x (as nil Node))))
(check-sat)
