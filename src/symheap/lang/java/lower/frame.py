"""The operand stack and the local variables while a block is lowered.

An entry of the stack is the register of the value, or a `Literal` that has no register yet. Loading a local variable
pushes the variable's own register, so a store to it first saves the entries that still refer to its old value. Stores
are never delayed: whenever an instruction can throw, every variable is in its register. Between blocks, entry i of the
stack is in the register `slot(i)`.
"""

from __future__ import annotations

from symheap.core.source import CodePosition, Position
from symheap.core.terms import Value
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.classfile.opcodes import MNEMONICS
from symheap.lang.java.lower.emitter import Emitter
from symheap.lang.java.lower.errors import BadCode
from symheap.lang.java.lower.kinds import ADDRESS, REFERENCES, TOP, WIDE, Kind
from symheap.lang.java.lower.linking import Linker
from symheap.lang.java.lower.method import MethodHeader
from symheap.objects import ir
from symheap.objects.ir import Reg


class Literal:
    """A constant that is not in a register."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value


class Truth:
    """A truth value in a register, in place of the int that the next instruction tests; it never stays on the stack.

    `decided` says that it is already the outcome of that test.
    """

    __slots__ = ("decided", "register")

    def __init__(self, register: Reg, *, decided: bool = False) -> None:
        self.register = register
        self.decided = decided


Entry = Reg | Literal | Truth

_IMPLIED = {n: int(name[-1]) for n, name in enumerate(MNEMONICS) if name[:-2] in tuple(f"{k}store" for k in "ilfda")}
STORES = frozenset(n for n, name in enumerate(MNEMONICS) if name.partition("_")[0] in [f"{k}store" for k in "ilfda"])


def stored_slot(instruction: Instruction) -> int:
    """Return the variable that a store instruction writes."""
    if not instruction.args:
        return _IMPLIED[instruction.opcode]
    slot = instruction.args[0]
    assert isinstance(slot, int)
    return slot


class FrameEmitter(Emitter):
    """Pops and pushes with a verifier's checks, as far as they affect the meaning."""

    def __init__(self, link: Linker, header: MethodHeader) -> None:
        super().__init__(link, len(header.argument_slots), header.position(0))
        self.header = header
        self.pc = 0
        self.next: Instruction | None = None
        """The instruction that follows in the same block."""
        self.entries: list[Entry] = []
        self.kinds: list[Kind] = []
        self.variables: list[Kind] = []
        self.changed = False
        """Whether a variable was stored to since the handlers of the block were last told."""
        self._variable_registers = dict(header.argument_slots)
        self._slots: list[Reg] = []
        self._positions: dict[int, CodePosition] = {}

    def fail(self, message: str) -> BadCode:
        return BadCode(message, self.header.file, self.header.member, self.pc)

    def position(self, pc: int) -> Position:
        known = self._positions.get(pc)
        if known is None:
            known = self._positions[pc] = self.header.position(pc)
        return known

    # The stack

    def slot(self, index: int) -> Reg:
        while index >= len(self._slots):
            self._slots.append(self.register())
        return self._slots[index]

    def push(self, entry: Entry, kind: Kind) -> None:
        self.entries.append(entry)
        self.kinds.append(kind)

    def take(self) -> tuple[Entry, Kind]:
        """Return the topmost entry as it is."""
        if not self.entries:
            raise self.fail("the operand stack is empty")
        return self.entries.pop(), self.kinds.pop()

    def pop(self, kind: Kind) -> Reg:
        """Return the register of the topmost entry, which must be a number of the kind."""
        if not self.entries or self.kinds[-1] != kind:
            raise self.misfit(kind)
        self.kinds.pop()
        entry = self.entries.pop()
        return entry if isinstance(entry, int) else self.materialize(entry)

    def pop_reference(self) -> tuple[Reg, Kind]:
        if not self.entries or self.kinds[-1][0] not in REFERENCES:
            raise self.misfit("a reference")
        kind, entry = self.kinds.pop(), self.entries.pop()
        return (entry if isinstance(entry, int) else self.materialize(entry)), kind

    def pop_all(self, kinds: tuple[Kind, ...]) -> tuple[Reg, ...]:
        """Return the registers of arguments, in order."""
        arguments = [self.pop_reference()[0] if kind[0] in REFERENCES else self.pop(kind) for kind in reversed(kinds)]
        arguments.reverse()
        return tuple(arguments)

    def misfit(self, wanted: str) -> BadCode:
        return self.fail(f"{self.kinds[-1] if self.kinds else 'nothing'} on the operand stack instead of {wanted}")

    def materialize(self, entry: Literal | Truth) -> Reg:
        assert isinstance(entry, Literal)
        return self.constant(entry.value)

    def held(self) -> list[Reg]:
        """Return the registers that the stack uses."""
        return [e if isinstance(e, int) else e.register for e in self.entries if not isinstance(e, Literal)]

    def target(self) -> Reg:
        """Return the register for the next pushed value: the variable that it is stored to at once, or a fresh one.

        Only the last instruction of a lowering may write it: operands may be in the same register.
        """
        following = self.next
        if following is not None and following.opcode in STORES:
            register = self.variable(stored_slot(following))
            self._save(register)
            return register
        register = self.slot(len(self.entries))
        return self.fresh() if register in self.entries else register

    # Variables

    def variable(self, slot: int) -> Reg:
        reg = self._variable_registers.get(slot)
        if reg is None:
            reg = self._variable_registers[slot] = self.register()
        return reg

    def variable_names(self) -> dict[Reg, str]:
        return self.header.names(self._variable_registers)

    def load(self, slot: int, kind: Kind) -> None:
        if slot >= len(self.variables):
            raise self.fail(f"there is no local variable {slot}")
        held = self.variables[slot]
        if held != kind and not (held[0] in REFERENCES and kind[0] in REFERENCES):
            raise self.fail(f"local variable {slot} is {held} instead of {kind}")
        self.entries.append(self.variable(slot))
        self.kinds.append(held)

    def store(self, slot: int) -> None:
        entry, kind = self.take()
        if slot + (kind in WIDE) >= len(self.variables):
            raise self.fail(f"there is no local variable {slot}")
        register = self.variable(slot)
        if entry != register:
            self._save(register)
            if isinstance(entry, int):
                self.out.append(ir.Move(register, entry, self.at))
            elif kind[0] != ADDRESS:
                assert isinstance(entry, Literal)
                self.out.append(ir.Const(register, entry.value, self.at))
        self.assign(slot, kind)

    def assign(self, slot: int, kind: Kind) -> None:
        variables = self.variables
        variables[slot] = kind
        if kind in WIDE:
            variables[slot + 1] = TOP
        if slot and variables[slot - 1] in WIDE:
            variables[slot - 1] = TOP
        self.changed = True

    def overwrite(self, slot: int) -> Reg:
        """Return the register of a variable that is about to change."""
        register = self.variable(slot)
        self._save(register)
        return register

    def _save(self, register: Reg) -> None:
        """Move stack entries that refer to the current value of a variable to a register of their own."""
        if register not in self.entries:
            return
        saved = self.fresh()
        self.out.append(ir.Move(saved, register, self.at))
        self.entries = [saved if entry == register else entry for entry in self.entries]

    # Between blocks

    def flush(self, keep: Reg | None = None) -> Reg:
        """Move the stack to where the next block expects it; return a register with the value of `keep`."""
        moves = {self.slot(i): entry for i, entry in enumerate(self.entries) if entry != self.slot(i)}
        kept = -1 if keep is None else keep
        if moves:
            if kept in moves:
                kept = self.fresh()
                assert keep is not None
                self.out.append(ir.Move(kept, keep, self.at))
            self._move_all(moves)
        return kept

    def _move_all(self, moves: dict[Reg, Entry]) -> None:
        """Perform all moves in parallel: a register is written when its old value is no longer needed."""
        while moves:
            sources = set(moves.values())
            free = [dst for dst in moves if dst not in sources]
            if not free:
                dst = next(iter(moves))
                saved = self.fresh()
                self.out.append(ir.Move(saved, dst, self.at))
                moves = {d: saved if source == dst else source for d, source in moves.items()}
                continue
            for dst in free:
                source = moves.pop(dst)
                if isinstance(source, int):
                    self.out.append(ir.Move(dst, source, self.at))
                else:
                    assert isinstance(source, Literal)
                    self.out.append(ir.Const(dst, source.value, self.at))
