; unsatisfiable
; Two lists cannot both have a node at x.
(set-logic QF_SHLS)
(declare-sort Node 0)
(declare-datatypes ((Cell 0)) (((cell (next Node)))))
(declare-heap (Node Cell))

(define-fun-rec list ((from Node) (to Node)) Bool
  (or (and (= from to) (_ emp Node Cell))
      (exists ((u Node)) (and (distinct from to) (sep (pto from (cell u)) (list u to))))))

(declare-const x Node)
(declare-const y Node)
(assert (and (distinct x y) (sep (list x y) (list x y))))
(check-sat)
