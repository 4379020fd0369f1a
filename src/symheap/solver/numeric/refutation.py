"""Refutation of floating-point conditions: enclosures are narrowed along the terms until one is empty.

Bits of floating-point numbers are hard to reason about, magnitudes are easy: a square is not negative; two over a
square never equals a number that it skips between two neighbours. The assertions are propagated up and down their
terms. When this reaches a fixed point, a term with few possible values is split, a few times at most.
"""

from __future__ import annotations

from symheap.core.deadline import tick
from symheap.core.operators import FLOAT_BINARY, FLOAT_COMPARISONS, FLOAT_UNARY
from symheap.core.terms import BOOL, Op, Sort, Term, Value
from symheap.core.walk import postorder
from symheap.solver.backends.backend import operand_sort
from symheap.solver.numeric.enclosure import (
    ANYTHING,
    INFINITY,
    NAN_ONLY,
    NUMBERS,
    Enclosure,
    Truth,
    backward,
    backward_unary,
    compared,
    forward,
    forward_unary,
    only,
    ordered,
)
from symheap.solver.numeric.tape import at_ordinal, number_of, ordinal

_ROUNDS = 12
_LARGEST = 2_000
_FEW = 256

_UNARY = FLOAT_UNARY | {Op.FPCONVERT}
_UNDECIDED: Truth = (True, True)
_TRUE: Truth = (True, False)
_FALSE: Truth = (False, True)

Domain = Enclosure | Truth
Box = dict[Value, Domain]


class _Void(Exception):
    """Raised when a term has no value left."""


def is_refuted(assertions: tuple[Term, ...], *, splits: int = 24) -> bool:
    """Whether at most `splits` splits show a contradiction.

    Law: a value removed from the domain of a term is its value in no model of the assertions.
    """
    return _Network(assertions).is_void(splits)


class _Network:
    """The terms of the assertions that are conditions or floating-point numbers, arguments first."""

    def __init__(self, assertions: tuple[Term, ...]) -> None:
        self.assertions = assertions
        nodes: dict[Term, None] = {}
        for assertion in assertions:
            if assertion not in nodes:
                nodes.update(dict.fromkeys(postorder(assertion)))
        self.nodes = [node for node in nodes if node.sort is BOOL or node.sort.float_width]

    def is_void(self, splits: int) -> bool:
        if len(self.nodes) > _LARGEST:
            return False
        boxes: list[Box] = [self.start()]
        while boxes:
            tick()
            box = boxes.pop()
            try:
                self.narrow(box)
            except _Void:
                continue
            halves = self.split(box) if splits > 0 else None
            if halves is None:
                return False
            splits -= 1
            boxes += halves
        return True

    def start(self) -> Box:
        box: Box = {node: _UNDECIDED if node.sort is BOOL else ANYTHING for node in self.nodes}
        for assertion in self.assertions:
            box[assertion] = _TRUE
        return box

    def narrow(self, box: Box) -> None:
        for _ in range(_ROUNDS):
            changes = _Changes(box)
            for node in reversed(self.nodes):
                _down(changes, node)
            for node in self.nodes:
                _up(changes, node)
            if not changes.any:
                return

    def split(self, box: Box) -> list[Box] | None:
        """Split in two the domain of the term with the fewest numbers; return None if no term has few."""
        fewest, chosen = _FEW, None
        for node in self.nodes:
            domain = box[node]
            if isinstance(domain, Enclosure) and not domain.nan:
                count = ordinal(domain.high) - ordinal(domain.low)
                if 0 < count < fewest:
                    fewest, chosen = count, node
        if chosen is None:
            return None
        domain = box[chosen]
        assert isinstance(domain, Enclosure)
        middle = at_ordinal((ordinal(domain.low) + ordinal(domain.high)) // 2)
        upper = at_ordinal(ordinal(middle) + 1)
        return [
            {**box, chosen: Enclosure(domain.low, middle, False)},
            {**box, chosen: Enclosure(upper, domain.high, False)},
        ]


class _Changes:
    """A box whose domains only shrink, with a record of whether they did."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.any = False

    def truth(self, value: Value) -> Truth:
        if isinstance(value, bool):
            return _TRUE if value else _FALSE
        domain = self.box[value]
        assert not isinstance(domain, Enclosure)
        return domain

    def enclosure(self, value: Value, sort: Sort) -> Enclosure:
        if not isinstance(value, Term):
            return only(float(number_of(value, sort)))
        domain = self.box[value]
        assert isinstance(domain, Enclosure)
        return domain

    def is_(self, value: Value, truth: Truth) -> None:
        known = self.truth(value)
        both = (known[0] and truth[0], known[1] and truth[1])
        if both == (False, False):
            raise _Void
        if both != known:
            self.box[value] = both
            self.any = True

    def within(self, value: Value, sort: Sort, enclosure: Enclosure) -> None:
        known = self.enclosure(value, sort)
        both = known.meet(enclosure)
        if both.is_void:
            raise _Void
        if not both.has_numbers:
            both = NAN_ONLY
        if both != known and isinstance(value, Term):
            self.box[value] = both
            self.any = True


# From the arguments to a term -----------------------------------------------------------------------------------------


def _up(box: _Changes, node: Term) -> None:
    if node.sort is BOOL:
        box.is_(node, _truth(box, node))
    else:
        box.within(node, node.sort, _result(box, node))


def _truth(box: _Changes, node: Term) -> Truth:
    op = node.op
    if op is Op.NOT:
        return box.truth(node.args[0])[::-1]
    if op is Op.AND or op is Op.OR:
        parts = [box.truth(arg) for arg in node.args]
        may = [part[0] for part in parts]
        may_not = [part[1] for part in parts]
        return (all(may), any(may_not)) if op is Op.AND else (any(may), all(may_not))
    if op is Op.ITE:
        condition, then, other = map(box.truth, node.args)
        reached = [branch for branch, may in ((then, condition[0]), (other, condition[1])) if may]
        return any(branch[0] for branch in reached), any(branch[1] for branch in reached)
    if op is Op.FPNAN:
        number = box.enclosure(node.args[0], operand_sort(node))
        return number.nan, number.has_numbers
    if op in FLOAT_COMPARISONS or _is_float_equation(node):
        sort = operand_sort(node)
        a, b = (box.enclosure(arg, sort) for arg in node.args)
        if op is Op.EQ:
            return not a.meet(b).is_void, True
        possible, refutable = compared(op, a, b)
        return possible and not (op is Op.FPLT and _at_most(box, node.args[1], node.args[0], sort)), refutable
    return _UNDECIDED


def _is_float_equation(node: Term) -> bool:
    return node.op is Op.EQ and operand_sort(node).float_width > 0


def _result(box: _Changes, node: Term) -> Enclosure:
    op, sort = node.op, node.sort
    if op in FLOAT_BINARY:
        a, b = (box.enclosure(arg, sort) for arg in node.args)
        result = forward(op, sort.float_width, a, b)
        squares = op is Op.FPMUL and node.args[0] is node.args[1]
        grows = op is Op.FPSUB and _at_most(box, node.args[1], node.args[0], sort)
        return result.meet(_NOT_NEGATIVE) if squares or grows else result
    if op in _UNARY:
        number = box.enclosure(node.args[0], operand_sort(node))
        return forward_unary(op, sort.float_width, number, str(node.payload))
    if op is Op.ITE:
        may, may_not = box.truth(node.args[0])
        then, other = (box.enclosure(arg, sort) for arg in node.args[1:])
        return then.join(other) if may and may_not else then if may else other
    if op is Op.FPFROMINT:
        limit = 2.0 ** (operand_sort(node).width - 1)
        return Enclosure(-limit, limit, False)
    return ANYTHING


_NOT_NEGATIVE = Enclosure(0.0, INFINITY, True)


def _at_most(box: _Changes, a: Value, b: Value, sort: Sort, depth: int = 4) -> bool:
    """Whether ``a <= b`` is certain if both are numbers: adding a non-negative number does not make a sum smaller.

    Rounding preserves this, and every value between two numbers is a number.
    """
    if a is b:
        return True
    if depth == 0:
        return False
    if isinstance(b, Term) and b.op is Op.FPADD:
        x, y = b.args
        if _signed(box, y, sort, 1) and _at_most(box, a, x, sort, depth - 1):
            return True
        if _signed(box, x, sort, 1) and _at_most(box, a, y, sort, depth - 1):
            return True
    if isinstance(a, Term) and a.op is Op.FPSUB:
        x, y = a.args
        return _signed(box, y, sort, 1) and _at_most(box, x, b, sort, depth - 1)
    if isinstance(a, Term) and a.op is Op.FPADD:
        x, y = a.args
        return _signed(box, y, sort, -1) and _at_most(box, x, b, sort, depth - 1)
    return False


def _signed(box: _Changes, value: Value, sort: Sort, sign: int) -> bool:
    """Whether a value, if it is a number, is certainly not on the other side of zero."""
    number = box.enclosure(value, sort)
    return number.low >= 0 if sign > 0 else number.high <= 0


# From a term to its arguments -----------------------------------------------------------------------------------------


def _down(box: _Changes, node: Term) -> None:
    if node.sort is not BOOL:
        _down_number(box, node)
        return
    truth = box.truth(node)
    if truth == _UNDECIDED:
        return
    holds = truth[0]
    op = node.op
    if op is Op.NOT:
        box.is_(node.args[0], truth[::-1])
    elif op is Op.AND or op is Op.OR:
        _down_connective(box, node, truth)
    elif op is Op.FPNAN:
        box.within(node.args[0], operand_sort(node), NAN_ONLY if holds else NUMBERS)
    elif op in FLOAT_COMPARISONS or (holds and _is_float_equation(node)):
        sort = operand_sort(node)
        a, b = (box.enclosure(arg, sort) for arg in node.args)
        a, b = (b, a) if op is Op.EQ else ordered(op, holds, a, b)
        for arg, enclosure in zip(node.args, (a, b), strict=True):
            box.within(arg, sort, enclosure)


def _down_connective(box: _Changes, node: Term, truth: Truth) -> None:
    """Give all parts the value of the whole, or the last possible part the value that it must have."""
    if truth[0] is (node.op is Op.AND):
        for arg in node.args:
            box.is_(arg, truth)
        return
    possible = [arg for arg in node.args if box.truth(arg)[0 if truth[0] else 1]]
    if len(possible) == 1:
        box.is_(possible[0], truth)


def _down_number(box: _Changes, node: Term) -> None:
    op, sort, domain = node.op, node.sort, box.enclosure(node, node.sort)
    if op in FLOAT_BINARY:
        a, b = (box.enclosure(arg, sort) for arg in node.args)
        narrowed = backward(op, sort.float_width, domain, a, b, same=node.args[0] is node.args[1])
        for arg, enclosure in zip(node.args, narrowed, strict=True):
            box.within(arg, sort, enclosure)
    elif op in _UNARY:
        inner = operand_sort(node)
        number = box.enclosure(node.args[0], inner)
        box.within(node.args[0], inner, backward_unary(op, sort.float_width, domain, number))
    elif op is Op.ITE:
        _down_choice(box, node, domain)


def _down_choice(box: _Changes, node: Term, domain: Enclosure) -> None:
    condition, then, other = node.args
    may, may_not = box.truth(condition)
    if may and may_not:
        may_be_then = not box.enclosure(then, node.sort).meet(domain).is_void
        may_be_other = not box.enclosure(other, node.sort).meet(domain).is_void
        box.is_(condition, (may_be_then, may_be_other))
        may, may_not = box.truth(condition)
    if not (may and may_not):
        box.within(then if may else other, node.sort, domain)
