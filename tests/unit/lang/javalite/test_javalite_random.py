"""Random programs: the lowered program agrees with the machine on values, decisions and the last heap."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from javalite_concrete import ConcreteModel, Objects

from symheap.core.outcome import Returned, Unknown
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.lang.javalite.check import check_text
from symheap.lang.javalite.lower import lower
from symheap.lang.javalite.machine import JavaliteMachine
from symheap.solver.api import Query
from symheap.solver.chain import default_chain

PROGRAM = """
((
  (class A ([A next] [int i] [bool b])
    ((int f ([A x] [int y]) {a_f})
     (A g [A x] {a_g})))
  (class B extends A ([A other])
    ((int f ([A x] [int y]) {b_f})))
  (class Main ()
    ((int run ([A p] [A q] [int i] [bool b]) {main}))))
 (Main run))
"""

SUBTYPES = {"A": ("A", "B"), "B": ("B",)}

Rule = Callable[[str, dict[str, str], int], str]


class Writer:
    """Writes well-typed expressions; assignments occur everywhere, so that the order of evaluation shows."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.fresh = 0

    def expression(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        if depth <= 0 or self.random.random() < 0.2:
            return self.leaf(wanted, scope)
        return self.random.choice(self.general + self.special[wanted])(wanted, scope, depth - 1)

    @property
    def general(self) -> list[Rule]:
        return [self.choice, self.sequence, self.declaration, self.assignment, self.assignment]

    @property
    def special(self) -> dict[str, list[Rule]]:
        return {
            "int": [self.arithmetic, self.arithmetic, self.call_f, self.field, self.write],
            "bool": [self.test, self.test, self.field, self.write],
            "A": [self.call_g, self.field, self.write],
            "B": [],
        }

    def leaf(self, wanted: str, scope: dict[str, str]) -> str:
        fitting = [x for x, t in scope.items() if t in SUBTYPES.get(wanted, (wanted,))]
        constants = {"int": ["0", "1", "-2"], "bool": ["true", "false"], "A": ["(new A)", "(new B)"]}
        return self.random.choice(fitting * 3 + constants.get(wanted, ["(new B)"]))

    def choice(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        condition = self.expression("bool", scope, depth)
        then, other = self.expression(wanted, scope, depth), self.expression(wanted, scope, depth)
        return f"(if {condition} {then} else {other})"

    def sequence(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        first = [self.expression(self.any_type(), scope, depth) for _ in range(self.random.randrange(3))]
        return " ".join(["(begin", *first, self.expression(wanted, scope, depth)]) + ")"

    def declaration(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        self.fresh += 1
        name, declared = f"v{self.fresh}", self.any_type()
        value = self.expression(declared, scope, depth)
        return f"(var {declared} {name} := {value} in {self.expression(wanted, {**scope, name: declared}, depth)})"

    def assignment(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        targets = [x for x, t in scope.items() if t == wanted and x != "this"]
        value = self.expression(wanted, scope, depth)
        return f"({self.random.choice(targets)} := {value})" if targets else value

    def arithmetic(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        left, right = self.expression("int", scope, depth), self.expression("int", scope, depth)
        return f"({left} {self.random.choice('+-')} {right})"

    def test(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        operator, operands = self.random.choice(
            [("=", "int"), ("=", "bool"), ("=", "A"), ("<", "int"), ("and", "bool"), ("or", "bool"), ("instanceof", "")]
        )
        if operator == "instanceof":
            return f"({self.expression('A', scope, depth)} instanceof {self.random.choice('AB')})"
        left, right = self.expression(operands, scope, depth), self.expression(operands, scope, depth)
        return f"({left} {operator} {right})" if self.random.random() < 0.8 else f"(not ({left} {operator} {right}))"

    def field(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        if self.random.random() < 0.2:
            return f"({wanted} (B {self.expression('A', scope, depth)}))" if wanted == "A" else self.leaf(wanted, scope)
        name = {"int": "i", "bool": "b", "A": "next"}[wanted]
        return f"({self.expression('A', scope, depth)} $ {name})"

    def write(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        objects = [x for x, t in scope.items() if t in ("A", "B")]
        name = {"int": "i", "bool": "b", "A": "next"}[wanted]
        return f"({self.random.choice(objects)} $ {name} := {self.expression(wanted, scope, depth)})"

    def call_f(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        receiver, x = self.expression("A", scope, depth), self.expression("A", scope, depth)
        return f"({receiver} @ f ({x} {self.expression('int', scope, depth)}))"

    def call_g(self, wanted: str, scope: dict[str, str], depth: int) -> str:
        return f"({self.expression('A', scope, depth)} @ g {self.expression('A', scope, depth)})"

    def any_type(self) -> str:
        return self.random.choice(["int", "bool", "A", "B"])

    def program(self) -> str:
        in_a, in_b = {"this": "A", "x": "A", "y": "int"}, {"this": "B", "x": "A", "y": "int"}
        return PROGRAM.format(
            a_f=self.expression("int", in_a, 3),
            a_g=self.expression("A", {"this": "A", "x": "A"}, 2),
            b_f=self.expression("int", in_b, 3),
            main=self.arithmetic("int", {"p": "A", "q": "A", "i": "int", "b": "bool"}, 5),
        )


Seen = list[tuple[object, tuple[object, ...], Objects]]


@pytest.mark.parametrize("seed", range(150))
def test_the_lowered_program_does_what_the_machine_does(seed: int) -> None:
    checked = check_text(Writer(seed).program(), "random.jl")
    model = ConcreteModel(checked.classes.table, {"this": "Main", "p": "B", "q": "A"})
    solver, statistics = default_chain()
    machine = JavaliteMachine(checked, model, lambda path, goal: solver.check(Query(path, goal)), max_calls=1)
    by_machine: Seen = [(state.end, state.decisions.all(), state.heap) for state in machine.run()]
    exploration = Exploration(lower(checked), model, solver, statistics, Bounds(max_calls=1))
    by_engine: Seen = [(trace.end, trace.decisions, trace.heap) for trace in exploration]
    assert by_machine
    assert sorted(map(describe, by_machine)) == sorted(map(describe, by_engine))


def describe(end: tuple[object, tuple[object, ...], Objects]) -> str:
    outcome, decisions, heap = end
    objects = sorted(f"{ref}: {sorted(f'{f.name}={v}' for f, v in fields.items())}" for ref, fields in heap.items())
    return f"{decisions!r} {outcome!r} {objects}"


def test_the_random_programs_come_to_normal_ends_too() -> None:
    outcomes: set[type] = set()
    for seed in range(60):
        checked = check_text(Writer(seed).program(), "random.jl")
        model = ConcreteModel(checked.classes.table, {"this": "Main", "p": "B", "q": "A"})
        machine = JavaliteMachine(checked, model, lambda path, goal: Unknown(""), max_calls=1)
        outcomes.update(type(state.end) for state in machine.run())
    assert Returned in outcomes
    assert len(outcomes) == 3
