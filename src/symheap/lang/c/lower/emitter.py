"""Blocks under construction.

Commands go to the current block.  After a jump there is no current block: the next command is reachable only if a label
is started first, and is dropped otherwise.  The locals of a scope may grow until the scope is finished, so `finish`
fills in `Enter` and `Leave`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from symheap.core.source import Position
from symheap.memory.expressions import Expression, Number, Register
from symheap.memory.ir import (
    Allocate,
    Block,
    Branch,
    Call,
    Command,
    End,
    Enter,
    Halt,
    Jump,
    Leave,
    Load,
    Local,
    Nondet,
    Reallocate,
    Refuse,
)


@dataclass(eq=False)
class Extent:
    """A scope as a lifetime: its locals in memory live from its start to its end.

    `arrays` are the addresses of its variable-length arrays.  `cleanups` emit the code that runs before the locals die,
    last one first.
    """

    parent: Extent | None
    locals: list[Local] = field(default_factory=list)
    arrays: list[Register] = field(default_factory=list)
    cleanups: list[Callable[[], None]] = field(default_factory=list)

    def chain(self) -> list[Extent]:
        """Return the scopes around a place, outermost first."""
        inner: list[Extent] = []
        extent: Extent | None = self
        while extent is not None:
            inner.append(extent)
            extent = extent.parent
        return inner[::-1]


@dataclass(frozen=True, slots=True)
class _Begin:
    extent: Extent
    position: Position


@dataclass(frozen=True, slots=True)
class _Finish:
    extent: Extent
    position: Position


@dataclass(eq=False)
class _Draft:
    label: str
    commands: list[Command | _Begin | _Finish] = field(default_factory=list)
    end: End | None = None


class Emitter:
    def __init__(self, entry: str = "entry") -> None:
        self.drafts: list[_Draft] = []
        self.entry = entry
        self._current: _Draft | None = None
        self._registers = 0
        self._labels: dict[str, int] = {}
        self.start(entry)

    # Building ---------------------------------------------------------------------------------------------------------

    def fresh(self, size: int) -> Register:
        """Return a temporary that no other command sets."""
        self._registers += 1
        return Register(f"%{self._registers}", size)

    def label(self, hint: str) -> str:
        count = self._labels.get(hint, 0) + 1
        self._labels[hint] = count
        return f"{hint}.{count}"

    def emit(self, command: Command) -> None:
        self._open().commands.append(command)

    def emit_first(self, command: Command) -> None:
        """Insert a command before all others of the function."""
        self.drafts[0].commands.insert(0, command)

    def redirect(self, temporary: Register, target: Register) -> bool:
        """Let the last command set `target` if it sets `temporary`; nothing else may use `temporary`."""
        commands = self._open().commands
        last = commands[-1] if commands else None
        if isinstance(last, (Load, Allocate, Reallocate, Call, Nondet)) and last.target == temporary:
            commands[-1] = replace(last, target=target)
            return True
        return False

    def begin(self, extent: Extent, position: Position) -> None:
        self._open().commands.append(_Begin(extent, position))

    def leave(self, inner: Extent, outer: Extent | None, position: Position) -> None:
        """Leave the scopes from `inner` up to `outer`, which is around it and stays; None leaves the function."""
        extent: Extent | None = inner
        while extent is not None and extent is not outer:
            for cleanup in reversed(extent.cleanups):
                cleanup()
            self._open().commands.append(_Finish(extent, position))
            extent = extent.parent

    def move(self, origin: Extent, target: Extent, position: Position) -> None:
        """Leave the scopes around `origin` and enter those around `target`, except the ones they share."""
        there = target.chain()
        common = next(extent for extent in reversed(origin.chain()) if extent in there)
        self.leave(origin, common, position)
        for extent in there[there.index(common) + 1 :]:
            self.begin(extent, position)

    def start(self, label: str, position: Position | None = None) -> None:
        """Begin the block `label`; an open current block continues with it."""
        if self._current is not None and self._current.end is None:
            assert position is not None
            self.end(Jump(label, position))
        self._current = _Draft(label)
        self.drafts.append(self._current)

    def end(self, end: End) -> None:
        self._open().end = end
        self._current = None

    def branch(self, condition: Expression, then: str, other: str, position: Position) -> None:
        """Emit a branch; a jump if `condition` is a number."""
        if isinstance(condition, Number):
            self.end(Jump(then if condition.value else other, position))
        else:
            self.end(Branch(condition, then, other, position))

    def has_refusal(self) -> bool:
        return any(isinstance(command, Refuse) for draft in self.drafts for command in draft.commands)

    def pause(self) -> _Draft | None:
        """Set the current block aside until `resume`."""
        paused, self._current = self._current, None
        return paused

    def resume(self, paused: _Draft | None) -> None:
        assert self._current is None
        self._current = paused

    @property
    def is_open(self) -> bool:
        """Whether control may reach this point from the command before."""
        return self._current is not None

    def untouched(self) -> bool:
        """Whether nothing was emitted, so that the lowered expression has no effect."""
        return len(self.drafts) == 1 and not self.drafts[0].commands and self.drafts[0].end is None

    def insert(self, index: int, build: Callable[[], None]) -> None:
        """Put the blocks that `build` starts before those from `index` on, to keep the order of the source."""
        later, saved = self.drafts[index:], self._current
        del self.drafts[index:]
        self._current = None
        build()
        self.drafts += later
        self._current = saved

    def _open(self) -> _Draft:
        if self._current is None:
            self._current = _Draft(self.label("dead"))
            self.drafts.append(self._current)
        return self._current

    # Finishing --------------------------------------------------------------------------------------------------------

    def finish(self) -> Mapping[str, Block]:
        """Return the blocks that are reachable from the entry, in order.

        Jumps skip blocks that only jump again, and a block with a single predecessor that jumps to it is merged into
        that.
        """
        blocks = {draft.label: _block(draft) for draft in self.drafts if draft.end is not None}
        blocks |= _missing(blocks)
        targets = {label: _destination(blocks, label) for label in blocks}
        blocks = {label: _retarget(block, targets) for label, block in blocks.items()}
        reached = _reachable(blocks, self.entry)
        return _merged({label: block for label, block in blocks.items() if label in reached}, self.entry)


def _missing(blocks: Mapping[str, Block]) -> dict[str, Block]:
    """Return blocks that refuse execution, for labels whose construct was refused and which were never started."""
    missing: dict[str, Block] = {}
    for block in blocks.values():
        for label in successors(block):
            if label not in blocks:
                where = block.end.position
                missing[label] = Block(label, (Refuse("part of a construct that is refused", where),), Halt("", where))
    return missing


def _block(draft: _Draft) -> Block:
    assert draft.end is not None
    commands: list[Command] = []
    for command in draft.commands:
        match command:
            case _Begin(extent=extent, position=position):
                if extent.locals:
                    commands.append(Enter(tuple(extent.locals), position))
            case _Finish(extent=extent, position=position):
                if extent.locals or extent.arrays:
                    commands.append(Leave(tuple(extent.locals), position, tuple(extent.arrays)))
            case _:
                commands.append(command)
    return Block(draft.label, tuple(commands), draft.end)


def _destination(blocks: Mapping[str, Block], label: str) -> str:
    seen: set[str] = set()
    while label not in seen:
        seen.add(label)
        block = blocks[label]
        if block.commands or not isinstance(block.end, Jump):
            return label
        label = block.end.target
    return label


def _retarget(block: Block, targets: Mapping[str, str]) -> Block:
    match block.end:
        case Jump(target=target, position=position):
            return Block(block.label, block.commands, Jump(targets[target], position))
        case Branch(condition=condition, then=then, other=other, position=position):
            then, other = targets[then], targets[other]
            if then == other:
                return Block(block.label, block.commands, Jump(then, position))
            return Block(block.label, block.commands, Branch(condition, then, other, position))
        case _:
            return block


def successors(block: Block) -> tuple[str, ...]:
    match block.end:
        case Jump(target=target):
            return (target,)
        case Branch(then=then, other=other):
            return (then, other)
        case _:
            return ()


def _reachable(blocks: Mapping[str, Block], entry: str) -> set[str]:
    reached, work = {entry}, [entry]
    while work:
        for label in successors(blocks[work.pop()]):
            if label not in reached:
                reached.add(label)
                work.append(label)
    return reached


def _merged(blocks: Mapping[str, Block], entry: str) -> dict[str, Block]:
    count = Counter(label for block in blocks.values() for label in successors(block))
    merged: dict[str, Block] = {}
    gone: set[str] = set()
    for label, block in blocks.items():
        if label in gone:
            continue
        commands, end = block.commands, block.end
        while isinstance(end, Jump) and count[end.target] == 1 and end.target not in (entry, label):
            following = merged.pop(end.target, blocks[end.target])
            gone.add(end.target)
            commands, end = commands + following.commands, following.end
        merged[label] = Block(label, commands, end)
    return merged
