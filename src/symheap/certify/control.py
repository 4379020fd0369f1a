"""Control flow: jumps, branches, calls and returns, read off the program itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symheap.certify.commands import Execution, left, located
from symheap.certify.evaluation import Evaluation
from symheap.certify.heaps import assumed, fresh, is_allocated, unreached, with_root, without_roots
from symheap.certify.prover import Prover
from symheap.certify.rejection import Rejected, require
from symheap.certify.values import negation
from symheap.core.nodes import Term, Value
from symheap.core.source import Position
from symheap.memory import ir
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.heaps.points import Point, Site

RESULT = "$result"
GHOST = "$c"


@dataclass(frozen=True, slots=True)
class Configuration:
    """A point and a heap.

    `moved`: a command was executed since the vertex; `position` is that of the last command.  `is_returned`: the
    function of a contract has returned.
    """

    point: Point
    heap: SymbolicHeap
    moved: bool = False
    position: Position | None = None
    is_returned: bool = False


@dataclass(frozen=True, slots=True)
class Called:
    """A call that is about to happen, with its callee and the values of its parameters by name."""

    command: ir.Call
    callee: ir.Function
    heap: SymbolicHeap
    values: dict[str, Value]


class Control:
    """Executes one command or the end of one block.

    `left_over` collects the ends at which memory is not released, `lost_at_end` those at which no variable leads to it.
    """

    def __init__(self, program: ir.Program, prover: Prover) -> None:
        self._program = program
        self._prover = prover
        self.left_over: list[Position] = []
        self.lost_at_end: list[Position] = []
        self.halts_in_contract: list[Position] = []

    def _block(self, point: Point) -> ir.Block:
        function = self._program.functions.get(point.function)
        block = None if function is None else function.blocks.get(point.label)
        if block is None or not 0 <= point.index <= len(block.commands):
            raise Rejected(f"there is no such point: {point}")
        return block

    def executed(self, state: Configuration, element: int | None) -> list[Configuration]:
        """Return the states after the next command, one for each case."""
        require(not state.is_returned, "a command after the return")
        point = state.point
        block = self._block(point)
        if point.index == len(block.commands):
            return self._ended(state, block.end)
        command = block.commands[point.index]
        if isinstance(command, ir.Call):
            return [self._entered(state, self.called(state))]
        execution = Execution(self._prover, self._program.model.pointer, point.depth)
        after = replace(point, index=point.index + 1)
        heaps = execution.executed(command, state.heap, element)
        return [Configuration(after, heap, True, command.position) for heap in heaps]

    # Ends of blocks ---------------------------------------------------------------------------------------------------

    def _ended(self, state: Configuration, end: ir.End) -> list[Configuration]:
        point = state.point
        match end:
            case ir.Jump(target=target):
                return [Configuration(replace(point, label=target, index=0), state.heap, True, end.position)]
            case ir.Branch(then=then, other=other):
                evaluation = Evaluation(state.heap, point.depth)
                condition = evaluation.condition(end.condition)
                states: list[Configuration] = []
                for target, holds in ((then, condition), (other, negation(condition))):
                    heap = assumed(evaluation.heap, holds)
                    if heap is not None:
                        states.append(Configuration(replace(point, label=target, index=0), heap, True, end.position))
                return states
            case ir.Return():
                return self._returned(state, end)
            case ir.Halt():
                self._over(state.point, state.heap, end.position)
                return []

    def _returned(self, state: Configuration, end: ir.Return) -> list[Configuration]:
        point, heap, value = state.point, state.heap, None
        callee = self._program.functions[point.function]
        if end.value is not None:
            require(callee.result in (None, end.value.size), "a result of another size")
            evaluation = Evaluation(heap, point.depth)
            value = evaluation.value(end.value)
            heap = evaluation.heap
        prefix = f"{point.depth}:"
        for name in [name for name in heap.roots if name.startswith(f"{prefix}&")]:
            heap = left(heap, name)
        heap = without_roots(heap, [name for name in heap.roots if name.startswith(prefix)])
        if not point.stack:
            self._over(point, heap, end.position)
            return []
        site = point.stack[-1]
        if site.index < 0:
            require(len(point.stack) == 1, "a contract inside of a call")
            heap = heap if value is None else with_root(heap, RESULT, value)
            return [Configuration(point, heap, True, end.position, True)]
        back = Point(point.stack[:-1], site.function, site.label, site.index + 1)
        command = self._block(back).commands[site.index]
        require(isinstance(command, ir.Call), "a return to what is no call")
        assert isinstance(command, ir.Call)
        return [Configuration(back, self.received(heap, back.depth, command, value), True, end.position)]

    def received(self, heap: SymbolicHeap, depth: int, command: ir.Call, value: Value | None) -> SymbolicHeap:
        """Return the heap with the result of a call; one without a result gives an unknown value."""
        if command.target is None:
            return heap
        if value is None:
            heap, value = fresh(heap, command.target.size)
        width = 8 * command.target.size
        require(not isinstance(value, Term) or value.sort.width == width, "a result of another size")
        return with_root(heap, f"{depth}:{command.target.name}", value)

    def _over(self, point: Point, heap: SymbolicHeap, position: Position) -> None:
        """End the program, and record memory that is left."""
        if any(is_allocated(atom) for atom in heap.atoms):
            self.left_over.append(position)
        if any(is_allocated(atom) for atom in unreached(heap, self._variables(point, heap))):
            self.lost_at_end.append(position)
        if any(site.index < 0 for site in point.stack):
            self.halts_in_contract.append(position)

    def _variables(self, point: Point, heap: SymbolicHeap) -> list[Value]:
        """Return the values of globals and of variables that are in scope, without temporaries and ghosts."""
        functions = [site.function for site in point.stack if site.index >= 0]
        frames = dict(enumerate((*functions, point.function), point.depth - len(functions)))
        values = []
        for name, value in heap.roots.items():
            depth, colon, register = name.partition(":")
            if not colon:
                is_variable = name.startswith("&")
            elif register.startswith("&"):
                is_variable = True
            else:
                function = self._program.functions.get(frames.get(int(depth), ""))
                is_variable = function is not None and register in function.names
            if is_variable:
                values.append(value)
        return values

    # Calls ------------------------------------------------------------------------------------------------------------

    def called(self, state: Configuration) -> Called:
        """Return the call that is the next command."""
        require(not state.is_returned, "a command after the return")
        block = self._block(state.point)
        require(state.point.index < len(block.commands), "the end of a block is no call")
        command = block.commands[state.point.index]
        require(isinstance(command, ir.Call), "not a call")
        assert isinstance(command, ir.Call)
        evaluation = Evaluation(state.heap, state.point.depth)
        given = [evaluation.value(argument) for argument in command.arguments]
        name = self._name(command, evaluation)
        callee = self._program.functions.get(name)
        if callee is None:
            raise Rejected(f"{name} is not defined")
        for argument, parameter in zip(command.arguments, callee.parameters, strict=False):
            require(argument.size == parameter.size, f"{name} is called with an argument of another size")
        if command.target is not None:
            require(callee.result in (None, command.target.size), f"{name} has a result of another size")
        heap, values = evaluation.heap, dict[str, Value]()
        for number, parameter in enumerate(callee.parameters):
            if number < len(given):
                values[parameter.name] = given[number]
            else:
                heap, values[parameter.name] = fresh(heap, parameter.size)
        return Called(command, callee, heap, values)

    def _name(self, command: ir.Call, evaluation: Evaluation) -> str:
        if isinstance(command.function, str):
            return command.function
        place = located(evaluation.heap, evaluation.value(command.function))
        is_function = place.thing.lifetime is ir.Lifetime.FUNCTION
        require(
            is_function and not isinstance(place.offset, Term) and place.offset == 0, "a call of what is no function"
        )
        return place.thing.name

    def _entered(self, state: Configuration, call: Called) -> Configuration:
        point, heap = state.point, call.heap
        for name, value in call.values.items():
            heap = with_root(heap, f"{point.depth + 1}:{name}", value)
        site = Site(point.function, point.label, point.index)
        inside = Point((*point.stack, site), call.callee.name, call.callee.entry)
        return Configuration(inside, heap, True, call.command.position)
