"""The control flow of bytecode: basic blocks, their successors and handlers, and the back edges.

A block is named by its start pc and by the subroutine calls (`jsr`) that led there, as their return pcs. So subroutines
are inlined, one copy for each call. Code without `jsr` has the empty context everywhere.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from symheap.lang.java.classfile.code import Code, Handler, Instruction
from symheap.lang.java.classfile.opcodes import MNEMONICS, OPCODES
from symheap.lang.java.lower.errors import Unlinkable

Name = tuple[int, tuple[int, ...]]

GOTO = frozenset({OPCODES["goto"], OPCODES["goto_w"]})
JSR = frozenset({OPCODES["jsr"], OPCODES["jsr_w"]})
RET = OPCODES["ret"]
TABLE, LOOKUP = OPCODES["tableswitch"], OPCODES["lookupswitch"]
CONDITIONS = frozenset(opcode for opcode, name in enumerate(MNEMONICS) if name.startswith("if"))
FINAL = frozenset(OPCODES[name] for name in ("ireturn", "lreturn", "freturn", "dreturn", "areturn", "return", "athrow"))
ENDS = GOTO | JSR | {RET, TABLE, LOOKUP} | CONDITIONS | FINAL
MAX_COPIES = 4096
"""The number of blocks that inlined subroutines may add."""
MAX_GUARDED = 1 << 19
"""The number of pairs of a block and its handler.  Compilers write a few thousand at most; a file may ask for 10^9."""
MAX_VARIABLES = 1 << 24
"""The number of local variables, counted once for each block, whose kinds are stored."""


@dataclass(frozen=True, slots=True)
class Block:
    """Instructions `first` to `last` (numbers, inclusive); `after` is the next block in the code, if any."""

    first: int
    last: int
    after: int | None
    handlers: tuple[Handler, ...]


class Graph:
    """The control flow graph. `order` numbers the blocks in reverse postorder; `back` are the back edges."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.blocks = _blocks(code)
        self.back: set[tuple[Name, Name]] = set()
        self.order = self._order()

    def successors(self, name: Name) -> list[Name]:
        block = self.blocks[name[0]]
        targets = self._targets(name, self.code.instructions[block.last], block.after)
        return [*targets, *((handler.target, name[1]) for handler in block.handlers)]

    def _targets(self, name: Name, last: Instruction, after: int | None) -> list[Name]:
        context, opcode, args = name[1], last.opcode, last.args
        if opcode not in ENDS or opcode in CONDITIONS:
            follow = [] if after is None else [(after, context)]
            return follow if opcode not in ENDS else [(_pc(args[0]), context), *follow]
        if opcode in GOTO:
            return [(_pc(args[0]), context)]
        if opcode in FINAL:
            return []
        if opcode in JSR:
            return [] if after is None else [(_pc(args[0]), entered(context, after))]
        if opcode == RET:
            return [(context[-1], context[:-1])] if context else []
        return [(target, context) for target in switch_targets(last)]

    def _order(self) -> dict[Name, int]:
        """Number the blocks depth-first, without recursion. An edge to a block on the current path is a back edge."""
        start: Name = (0, ())
        following = {start: iter(self.successors(start))}
        way, done = [start], []
        limit = len(self.blocks) + MAX_COPIES
        active = {start}
        while way:
            at = way[-1]
            target = next(following[at], None)
            if target is None:
                done.append(at)
                active.discard(at)
                way.pop()
            elif target in active:
                self.back.add((at, target))
            elif target not in following:
                if len(following) > limit:
                    raise Unlinkable("jsr/ret")
                following[target] = iter(self.successors(target))
                way.append(target)
                active.add(target)
        return {name: number for number, name in enumerate(reversed(done))}


def _pc(argument: object) -> int:
    assert isinstance(argument, int)
    return argument


def entered(context: tuple[int, ...], back: int) -> tuple[int, ...]:
    """Return the context of a subroutine that returns to `back`. One left by a jump is dropped on the next call."""
    return (*context[: context.index(back)], back) if back in context else (*context, back)


def switch_cases(instruction: Instruction) -> tuple[int, list[tuple[int, int]]]:
    """Return the default target, and (key, target) of the other cases."""
    if instruction.opcode == TABLE:
        default, low, _, targets = instruction.args
        assert isinstance(low, int)
        assert isinstance(targets, tuple)
        pairs = [(low + i, _pc(target)) for i, target in enumerate(targets)]
    else:
        default, rows = instruction.args
        assert isinstance(rows, tuple)
        pairs = [(row[0], row[1]) for row in rows if isinstance(row, tuple)]
    return _pc(default), [pair for pair in pairs if pair[1] != default]


def switch_targets(instruction: Instruction) -> list[int]:
    default, cases = switch_cases(instruction)
    return list(dict.fromkeys([default, *(target for _, target in cases)]))


def _blocks(code: Code) -> dict[int, Block]:
    instructions = code.instructions
    leaders = {0}
    for number, instruction in enumerate(instructions):
        opcode = instruction.opcode
        if opcode in ENDS:
            if number + 1 < len(instructions):
                leaders.add(instructions[number + 1].pc)
            if opcode in (TABLE, LOOKUP):
                leaders.update(switch_targets(instruction))
            elif instruction.args and opcode != RET:
                leaders.add(_pc(instruction.args[0]))
    for handler in code.handlers:
        leaders.update((handler.start, handler.end, handler.target))
    leaders.discard(code.length)
    ordered = sorted(leaders)
    _check_size(code, ordered)
    index = code.index
    blocks: dict[int, Block] = {}
    for at, pc in enumerate(ordered):
        after = ordered[at + 1] if at + 1 < len(ordered) else None
        last = (index[after] if after is not None else len(instructions)) - 1
        handlers = tuple(h for h in code.handlers if h.start <= pc < h.end) if code.handlers else ()
        blocks[pc] = Block(index[pc], last, after, handlers)
    return blocks


def _check_size(code: Code, leaders: list[int]) -> None:
    """Refuse code whose size would make lowering take unreasonably long."""
    guarded = sum(bisect_left(leaders, h.end) - bisect_left(leaders, h.start) for h in code.handlers)
    if guarded > MAX_GUARDED:
        raise Unlinkable(f"code of {len(leaders)} blocks with {len(code.handlers)} exception handlers")
    if code.max_locals * len(leaders) > MAX_VARIABLES:
        raise Unlinkable(f"code of {len(leaders)} blocks with {code.max_locals} local variables")
