"""The expressions on the operand stack of a method, instruction by instruction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from symheap.lang.java.classfile.classfile import ClassFile
from symheap.lang.java.classfile.code import Code, Instruction
from symheap.lang.java.classfile.constants import ClassRef, FieldRef, InvokeDynamic, MethodRef
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.classfile.members import MethodInfo
from symheap.lang.java.values.types import descriptor_of, source_name
from symheap.lang.java.words.expression import (
    ARRAY,
    BOOLEAN,
    CALL,
    CAST,
    COMPARE,
    FIELD,
    INDEX,
    INSTANCE,
    INT,
    LAMBDA,
    LOCAL,
    LONG,
    NEW,
    NEW_ARRAY,
    NOTHING,
    THIS,
    UNKNOWN,
    Expression,
    literal,
    name,
    typed_literal,
)
from symheap.lang.java.words.operands import (
    BINARY,
    CONCAT,
    LETTERS,
    PRIMITIVE,
    WIDE,
    Stack,
    argument_names,
    concatenated,
    constant,
    is_folded,
    is_one,
    loaded,
    merged,
    simple_name,
    slot,
    targets,
)

_UNINITIALISED: Final = "uninitialised"


class Expressions:
    """The stack before each instruction of a method, by pc; unreachable instructions have no entry."""

    def __init__(self, file: ClassFile, method: MethodInfo, code: Code) -> None:
        self.file = file
        self.method = method
        self.code = code
        self.stacks: dict[int, Stack] = {}
        self._incoming: dict[int, Stack] = {h.target: (UNKNOWN,) for h in code.handlers}
        self._stack: list[Expression] = []
        self._stored: dict[int, Expression] = {}
        self._arguments = argument_names(method)
        self._run()

    def before(self, pc: int) -> Stack | None:
        return self.stacks.get(pc)

    def folds(self, source: Expression, code: Expression) -> bool:
        """Whether a name of the source may be a constant that the compiler has replaced by the literal `code`."""
        return is_folded(self.file, self.code, source, code)

    def _run(self) -> None:
        """Process the code in one pass, in its own order, which is that of the source."""
        falls = True
        for number, instruction in enumerate(self.code.instructions):
            pc = instruction.pc
            arriving = self._incoming.get(pc)
            if not falls and arriving is None:
                continue
            if arriving is not None:
                self._stack = list(merged(arriving, tuple(self._stack)) if falls else arriving)
            self.stacks[pc] = tuple(self._stack)
            self._follow(instruction, self._after(number))
            falls = instruction.mnemonic not in _NO_FALL

    def _after(self, number: int) -> int:
        following = self.code.instructions[number + 1 : number + 2]
        return following[0].pc if following else self.code.length

    def _follow(self, instruction: Instruction, after: int) -> None:
        mnemonic = instruction.mnemonic
        if mnemonic.startswith("if"):
            self._pop(2 if "cmp" in mnemonic else 1)
            self._goes(instruction.args[0])
        elif mnemonic in ("goto", "goto_w"):
            self._goes(instruction.args[0])
        elif mnemonic in ("tableswitch", "lookupswitch"):
            self._pop(1)
            for target in targets(instruction):
                self._goes(target)
        else:
            self._apply(instruction, after)

    def _goes(self, target: object) -> None:
        assert isinstance(target, int)
        known, here = self._incoming.get(target), tuple(self._stack)
        self._incoming[target] = here if known is None else merged(known, here)

    # The stack

    def _push(self, value: Expression) -> None:
        self._stack.append(value)

    def _take(self) -> Expression:
        return self._stack.pop() if self._stack else UNKNOWN

    def _pop(self, count: int) -> tuple[Expression, ...]:
        values = [self._take() for _ in range(count)]
        return tuple(reversed(values))

    def _replace_copies(self, old: Expression, new: Expression) -> None:
        """Replace copies of a value on the stack by the whole assignment."""
        self._stack = [new if each is old else each for each in self._stack]

    # Instructions

    def _apply(self, i: Instruction, after: int) -> None:
        mnemonic = i.mnemonic
        plain, _, digit = mnemonic.partition("_")
        if mnemonic in _FIXED:
            _FIXED[mnemonic](self, i)
        elif plain.endswith("const") or mnemonic in ("bipush", "sipush"):
            self._push(constant(plain[0], digit, i))
        elif plain[1:] == "load" and len(plain) == 5:
            self._push(self._variable(slot(i, digit), i.pc, LETTERS.get(plain[0], "")))
        elif plain[1:] == "store" and len(plain) == 6:
            self._store(slot(i, digit), after)
        elif plain[1:] == "aload":
            self._load_element(plain[0])
        elif plain[1:] == "astore":
            self._store_element()
        elif plain[1:] in BINARY:
            a, b = self._pop(2)
            self._push(Expression(BINARY[plain[1:]], (a, b), type=LETTERS[plain[0]]))
        elif plain[1:] == "neg":
            self._push(Expression("pre-", self._pop(1), type=LETTERS[plain[0]]))
        elif plain[1:] in ("cmp", "cmpl", "cmpg"):
            self._push(Expression(COMPARE, self._pop(2), plain))
        elif len(plain) == 3 and plain[1] == "2":
            kind = LETTERS[plain[2]]
            self._push(Expression(CAST, self._pop(1), PRIMITIVE[kind], kind))
        elif plain.endswith("return") or mnemonic in ("athrow", "monitorenter", "monitorexit"):
            self._stack = []

    # Variables

    def _variable(self, slot: int, pc: int, kind: str = "") -> Expression:
        declared = self.code.locals.at(slot, pc)
        if declared is not None:
            return THIS if declared.name == "this" else name(declared.name, declared.descriptor)
        argument = self._arguments.get(slot)
        if argument is not None and slot not in self._stored:
            return argument
        stored = self._stored.get(slot)
        return Expression(LOCAL, () if stored is None else (stored,), f"local{slot}", kind)

    def _store(self, slot: int, after: int) -> None:
        value = self._take()
        self._stored[slot] = value
        self._assigned(self._variable(slot, after), value)

    def _assigned(self, target: Expression, value: Expression) -> None:
        """Push the value of ``x = v``, ``++x`` or ``x += v``; ``x++`` leaves the old value."""
        if value.op in ("+", "-") and value.parts[0] == target and is_one(value.parts[1]):
            sign = value.op * 2
            self._replace_copies(value, Expression(f"pre{sign}", (target,), type=value.type))
            self._replace_copies(value.parts[0], Expression(f"post{sign}", (target,), type=value.type))
        elif value.op in BINARY.values() and value.parts[0] == target:
            self._replace_copies(value, Expression(f"{value.op}=", (target, value.parts[1]), type=value.type))
        elif target.op != LOCAL:
            self._replace_copies(value, Expression("=", (target, value), type=value.type))

    def _increment(self, i: Instruction) -> None:
        slot, delta = i.args
        assert isinstance(slot, int)
        variable = self._variable(slot, i.pc, INT)
        if delta in (1, -1):
            sign = "++" if delta == 1 else "--"
            self._stack = [Expression(f"post{sign}", (e,), type=INT) if e == variable else e for e in self._stack]

    # Members and elements

    def _get(self, i: Instruction) -> None:
        field = i.args[0]
        assert isinstance(field, FieldRef)
        is_static = i.mnemonic == "getstatic"
        receiver = name(simple_name(field.owner)) if is_static else self._take()
        if receiver == THIS and field.name.startswith(("this$", "val$")):
            captured = field.name.partition("$")
            self._push(THIS if captured[0] == "this" else name(captured[2], field.descriptor))
        else:
            self._push(Expression(FIELD, (receiver,), field.name, field.descriptor))

    def _put(self, i: Instruction) -> None:
        field = i.args[0]
        assert isinstance(field, FieldRef)
        value = self._take()
        receiver = name(simple_name(field.owner)) if i.mnemonic == "putstatic" else self._take()
        self._assigned(Expression(FIELD, (receiver,), field.name, field.descriptor), value)

    def _load_element(self, letter: str) -> None:
        array, index = self._pop(2)
        kind = array.type[1:] if array.type.startswith("[") else LETTERS.get(letter, "") if letter != "b" else ""
        self._push(Expression(INDEX, (array, index), type=kind))

    def _store_element(self) -> None:
        array, index, value = self._pop(3)
        if array.op in (NEW_ARRAY, ARRAY) and self._stack and self._stack[-1] is array:
            before = array.parts if array.op == ARRAY else ()
            kind = array.type[1:] if array.type.startswith("[") else ""
            self._replace_copies(array, replace(array, op=ARRAY, parts=(*before, typed_literal(value, kind))))
        else:
            self._assigned(Expression(INDEX, (array, index)), value)

    # Calls

    def _invoke(self, i: Instruction) -> None:
        method = i.args[0]
        assert isinstance(method, MethodRef)
        arguments = self._arguments_of(method.descriptor)
        result = method_type(method.descriptor).result.descriptor
        if i.mnemonic == "invokestatic":
            receiver = NOTHING if method.owner == self.file.name else name(simple_name(method.owner))
        else:
            receiver = self._take()
        if method.name == "<init>":
            made = Expression(NEW, arguments, receiver.text, receiver.type)
            self._replace_copies(receiver, made)
        elif result != "V":
            self._push(Expression(CALL, (receiver, *arguments), method.name, result))

    def _arguments_of(self, descriptor: str) -> tuple[Expression, ...]:
        parameters = method_type(descriptor).parameters
        values = self._pop(len(parameters))
        return tuple(typed_literal(v, p.descriptor) for v, p in zip(values, parameters, strict=True))

    def _dynamic(self, i: Instruction) -> None:
        called = i.args[0]
        assert isinstance(called, InvokeDynamic)
        arguments = self._arguments_of(called.descriptor)
        result = method_type(called.descriptor).result.descriptor
        if called.name in CONCAT:
            bootstrap = self.file.bootstrap_methods[called.bootstrap]
            self._push(concatenated(called, bootstrap, arguments))
        elif called.name in ("typeSwitch", "enumSwitch"):
            self._push(Expression(CALL, (NOTHING, *arguments), called.name, result))
        else:
            self._push(Expression(LAMBDA, (), "… -> …", result))

    # Objects

    def _new(self, i: Instruction) -> None:
        made = i.args[0]
        assert isinstance(made, ClassRef)
        self._push(Expression(_UNINITIALISED, (), simple_name(made.name), descriptor_of(made.name)))

    def _new_array(self, i: Instruction) -> None:
        made = i.args[0]
        element = made if isinstance(made, str) else descriptor_of(made.name) if isinstance(made, ClassRef) else ""
        whole = element if i.mnemonic == "multianewarray" else f"[{element}"
        sizes = i.args[1] if i.mnemonic == "multianewarray" else 1
        assert isinstance(sizes, int)
        self._push(Expression(NEW_ARRAY, self._pop(sizes), source_name(whole, simple=True), whole))

    def _length(self, i: Instruction) -> None:
        self._push(Expression(FIELD, self._pop(1), "length", INT))

    def _cast(self, i: Instruction) -> None:
        reference = i.args[0]
        assert isinstance(reference, ClassRef)
        self._push(Expression(CAST, self._pop(1), simple_name(reference.name), descriptor_of(reference.name)))

    def _instance(self, i: Instruction) -> None:
        reference = i.args[0]
        assert isinstance(reference, ClassRef)
        self._push(Expression(INSTANCE, self._pop(1), simple_name(reference.name), BOOLEAN))

    def _words(self, words: int) -> list[Expression]:
        values: list[Expression] = []
        while words > 0:
            values.append(self._take())
            words -= 2 if values[-1].type in WIDE or values[-1].text == LONG else 1
        return values[::-1]

    def _duplicate(self, i: Instruction) -> None:
        words = 2 if i.mnemonic.startswith("dup2") else 1
        below = int(i.mnemonic[-1]) if "_x" in i.mnemonic else 0
        top = self._words(words)
        self._stack += [*top, *(self._words(below) if below else ()), *top] if below else [*top, *top]

    def _drop(self, i: Instruction) -> None:
        self._words(2 if i.mnemonic == "pop2" else 1)

    def _swap(self, i: Instruction) -> None:
        a, b = self._pop(2)
        self._stack += [b, a]


_FIXED: Final[dict[str, Callable[[Expressions, Instruction], None]]] = {
    "nop": lambda s, i: None,
    "aconst_null": lambda s, i: s._push(literal("null")),
    "ldc": lambda s, i: s._push(loaded(i.args[0])),
    "ldc_w": lambda s, i: s._push(loaded(i.args[0])),
    "ldc2_w": lambda s, i: s._push(loaded(i.args[0])),
    "iinc": Expressions._increment,
    "getfield": Expressions._get,
    "getstatic": Expressions._get,
    "putfield": Expressions._put,
    "putstatic": Expressions._put,
    "invokevirtual": Expressions._invoke,
    "invokespecial": Expressions._invoke,
    "invokestatic": Expressions._invoke,
    "invokeinterface": Expressions._invoke,
    "invokedynamic": Expressions._dynamic,
    "new": Expressions._new,
    "newarray": Expressions._new_array,
    "anewarray": Expressions._new_array,
    "multianewarray": Expressions._new_array,
    "arraylength": Expressions._length,
    "checkcast": Expressions._cast,
    "instanceof": Expressions._instance,
    "pop": Expressions._drop,
    "pop2": Expressions._drop,
    "swap": Expressions._swap,
    **dict.fromkeys(("dup", "dup_x1", "dup_x2", "dup2", "dup2_x1", "dup2_x2"), Expressions._duplicate),
}
_RETURNS: Final = frozenset({"ireturn", "lreturn", "freturn", "dreturn", "areturn", "return", "athrow", "ret"})
_NO_FALL: Final = _RETURNS | {"goto", "goto_w", "jsr", "jsr_w", "tableswitch", "lookupswitch"}
