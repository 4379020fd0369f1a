"""Compares our decoding of class files with javap's: both as the same text, line by line."""

from __future__ import annotations

import re
import struct
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from symheap.lang.java.classfile.classfile import ClassFile
from symheap.lang.java.classfile.code import Argument, Code, Instruction
from symheap.lang.java.classfile.constants import (
    ClassRef,
    DoubleConst,
    DynamicConst,
    FieldRef,
    FloatConst,
    IntConst,
    InvokeDynamic,
    LongConst,
    MethodHandleConst,
    MethodRef,
    MethodTypeConst,
    StringConst,
)
from symheap.lang.java.classfile.descriptors import PRIMITIVES, method_type
from symheap.lang.java.classfile.members import MethodInfo
from symheap.lang.java.classfile.names import internal
from symheap.lang.java.classfile.opcodes import LAYOUTS, OperandLayout

Listing = dict[str, list[str]]
"""Canonical lines by `name + descriptor`-like key of each method, in the order of the file."""


@dataclass(frozen=True, slots=True)
class Difference:
    class_name: str
    method: str
    ours: str
    javap: str


def run_javap(javap: Path, targets: Sequence[str], time_limit: float = 300.0) -> str:
    """Return the output of `javap -v -p` for classes, by name or by file."""
    options = ["-J-Dfile.encoding=UTF-8", "-J-Dstdout.encoding=UTF-8", "-J-Duser.language=en", "-v", "-p"]
    done = subprocess.run([str(javap), *options, *targets], capture_output=True, timeout=time_limit, check=True)
    return done.stdout.decode("utf-8", "replace")


def differences(class_file: ClassFile, listing: Listing) -> Iterator[Difference]:
    """Yield the first line of each method that differs between the two sides."""
    own = our_listing(class_file)
    for method in own.keys() | listing.keys():
        ours, theirs = own.get(method, ["no such method"]), listing.get(method, ["no such method"])
        if ours != theirs:
            at = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), None)
            at = min(len(ours), len(theirs)) if at is None else at
            yield Difference(class_file.name, method, "".join(ours[at : at + 1]), "".join(theirs[at : at + 1]))


# ---- ours


def our_listing(class_file: ClassFile) -> Listing:
    return {f"{at} {m.descriptor}": list(_method_lines(m, class_file.name)) for at, m in enumerate(class_file.methods)}


def _method_lines(method: MethodInfo, owner: str) -> Iterator[str]:
    code = method.code
    if code is None:
        return
    yield f"stack={code.max_stack}, locals={code.max_locals}"
    for instruction in code.instructions:
        yield f"{instruction.pc}: {instruction.mnemonic} {_operands(instruction, owner)}".rstrip()
    yield from _table_lines(code)


def _table_lines(code: Code) -> Iterator[str]:
    for handler in code.handlers:
        catch = "any" if handler.catch is None else f"Class {internal(handler.catch)}"
        yield f"handler {handler.start} {handler.end} {handler.target} {catch}"
    for pc, line in code.lines.entries:
        yield f"line {line}: {pc}"
    for local in code.locals.entries:
        yield f"local {local.start} {local.end - local.start} {local.slot} {local.name} {local.descriptor}"


def _operands(instruction: Instruction, owner: str) -> str:
    layout, args = LAYOUTS[instruction.opcode], instruction.args
    match layout, args:
        case OperandLayout.TABLE, (int() as default, int() as low, int(), tuple() as targets):
            cases = [f"{low + at}: {target}" for at, target in enumerate(targets)]
            return " ".join([*cases, f"default: {default}"])
        case OperandLayout.LOOKUP, (int() as default, tuple() as pairs):
            cases = [f"{pair[0]}: {pair[1]}" for pair in pairs if isinstance(pair, tuple)]
            return " ".join([*cases, f"default: {default}"])
        case OperandLayout.PRIMITIVE, (str() as element,):
            return PRIMITIVES[element]
        case OperandLayout.INTERFACE, (MethodRef() as method,):
            return f"{method_type(method.descriptor).slots + 1} {_constant(method, owner)}"
        case OperandLayout.DYNAMIC, (constant,):
            return f"0 {_constant(constant, owner)}"
        case OperandLayout.DIMENSIONS, (constant, int() as dimensions):
            return f"{dimensions} {_constant(constant, owner)}"
    return ", ".join(_constant(each, owner) for each in args)


def _constant(value: Argument, owner: str) -> str:
    match value:
        case ClassRef(name):
            return f"class {internal(name)}"
        case FieldRef():
            return f"Field {_member(value, owner)}"
        case MethodRef(is_interface=is_interface):
            return f"{'InterfaceMethod' if is_interface else 'Method'} {_member(value, owner)}"
        case IntConst(number):
            return f"int {number}"
        case LongConst(number):
            return f"long {number}l"
        case FloatConst(bits):
            return f"float {struct.unpack('>f', struct.pack('>i', bits))[0]!r}"
        case DoubleConst(bits):
            return f"double {struct.unpack('>d', struct.pack('>q', bits))[0]!r}"
        case StringConst(text):
            return f"String {_escaped(text)}".rstrip()
        case InvokeDynamic(bootstrap, name, descriptor):
            return f"InvokeDynamic #{bootstrap}:{name}:{descriptor}"
        case DynamicConst(bootstrap, name, descriptor):
            return f"Dynamic #{bootstrap}:{name}:{descriptor}"
        case MethodTypeConst(descriptor):
            return f"MethodType {descriptor}"
        case MethodHandleConst(_, reference):
            return f"MethodHandle {_member(reference, '')}"
    return str(value)


def _member(value: FieldRef | MethodRef, owner: str) -> str:
    """Return the member; javap omits the class if it is the one being printed."""
    prefix = "" if value.owner == owner else f"{internal(value.owner)}."
    return f"{prefix}{value.name}:{value.descriptor}"


_ESCAPES = str.maketrans({c: f"\\{e}" for c, e in zip("\t\n\r\b\f\"'\\", "tnrbf\"'\\", strict=True)})
_LONE = re.compile("(?<![\\ud800-\\udbff])[\\udc00-\\udfff]|[\\ud800-\\udbff](?![\\udc00-\\udfff])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def _escaped(text: str) -> str:
    """Return a string as javap prints it; a surrogate without its partner becomes `?`."""
    whole = _LONE.sub("?", text).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    return _CONTROL.sub(lambda match: f"\\u{ord(match[0]):04x}", whole.translate(_ESCAPES))


# ---- javap's

_CLASS = re.compile(r"^  this_class: #\d+ +// (.*)$")
_DESCRIPTOR = re.compile(r"^    descriptor: (\(.*)$")
_LIMITS = re.compile(r"^      (stack=\d+, locals=\d+)")
_INSTRUCTION = re.compile(r"^ +(\d+): ([a-z]\w*)(.*)$")
_OPERAND = re.compile(r"^ +#\d+(?:, +(\d+))? +// ?(.*)$")
_CASE = re.compile(r"^ +(-?\d+|default): (\d+)$")
_HANDLER = re.compile(r"^ +(\d+) +(\d+) +(\d+) +(any|Class .*)$")
_LINE = re.compile(r"^        line (\d+): (\d+)$")
_LOCAL = re.compile(r"^ +(\d+) +(\d+) +(\d+) +(\S+) +(\S+)$")
_NUMBER = re.compile(r"^(float|double) (.*)[fd]$")


def javap_listings(text: str) -> dict[str, Listing]:
    """Return the listing of each class in javap's output, by the class's name."""
    listings: dict[str, Listing] = {}
    for part in re.split(r"^Classfile ", text, flags=re.MULTILINE)[1:]:
        lines = part.split("\n")
        named = next((match for line in lines if (match := _CLASS.match(line))), None)
        if named is not None:
            listings[named[1].strip('"').replace("/", ".")] = _listing(lines)
    return listings


def _listing(lines: list[str]) -> Listing:
    methods: list[tuple[str, list[str]]] = []
    section = ""
    for line in lines[lines.index("{") :]:
        if match := _DESCRIPTOR.match(line):
            methods.append((match[1], []))
            section = ""
        elif line.startswith("    ") and line.strip().endswith(":") and not _INSTRUCTION.match(line):
            section = line.strip()
        elif methods:
            _take(line, section, methods[-1][1])
    return {f"{at} {descriptor}": lines_of_method for at, (descriptor, lines_of_method) in enumerate(methods)}


def _take(line: str, section: str, lines: list[str]) -> None:
    match section:
        case "Code:":
            if limits := _LIMITS.match(line):
                lines.append(limits[1])
            elif case := _CASE.match(line):
                lines[-1] += f" {case[1]}: {case[2]}"
            elif instruction := _INSTRUCTION.match(line):
                lines.append(f"{instruction[1]}: {_mnemonic(instruction[2])} {_operand(instruction[3])}".rstrip())
        case "Exception table:":
            if handler := _HANDLER.match(line):
                catch = handler[4].replace('"', "")
                lines.append(f"handler {handler[1]} {handler[2]} {handler[3]} {catch}")
        case "LineNumberTable:":
            if entry := _LINE.match(line):
                lines.append(f"line {entry[1]}: {entry[2]}")
        case "LocalVariableTable:":
            if local := _LOCAL.match(line):
                lines.append(f"local {' '.join(local.groups())}")


def _mnemonic(name: str) -> str:
    """Return the plain mnemonic: javap marks wide forms, we fold them into the plain instruction."""
    return name[:-2] if name.endswith("_w") and name not in ("ldc_w", "ldc2_w", "goto_w", "jsr_w") else name


def _operand(text: str) -> str:
    if text.lstrip().startswith("{"):
        return ""
    match = _OPERAND.match(text)
    if match is None:
        return text.strip()
    count, comment = match.groups()
    if number := _NUMBER.match(comment):
        value = float(number[2])
        if number[1] == "float":
            value = struct.unpack(">f", struct.pack(">f", value))[0]
        comment = f"{number[1]} {value!r}"
    elif not comment.startswith("String"):
        comment = comment.replace('"', "")
    return f"{count} {comment}" if count else comment.rstrip()
