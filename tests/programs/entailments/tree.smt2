; error
; A predicate that calls itself twice is no list.
(set-logic QF_SHLS)
(declare-sort Node 0)
(declare-datatypes ((Cell 0)) (((cell (left Node) (right Node)))))
(declare-heap (Node Cell))

(define-fun-rec tree ((root Node)) Bool
  (or (and (= root (as nil Node)) (_ emp Node Cell))
      (exists ((l Node) (r Node)) (sep (pto root (cell l r)) (tree l) (tree r)))))

(declare-const x Node)
(assert (tree x))
(check-sat)
