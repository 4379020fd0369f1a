"""Builds the program of a target: the class table, the objects before the call, and a synthesised entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from symheap.core.outcome import ErrorKind
from symheap.core.source import CodePosition
from symheap.core.terms import REF
from symheap.core.types import Type, ref_type
from symheap.lang.java.classes import INIT, JavaField, JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs.assumptions import assumptions
from symheap.lang.java.inputs.declared import THIS, declared, parameters, reachable, receiver, static_input, vacant
from symheap.lang.java.inputs.stubs import assumptions_of, with_receiver, with_stubs
from symheap.lang.java.inputs.synthesis import MAIN, Assumption, Plan, synthesize
from symheap.lang.java.inputs.universe import Universe, preorder, universe_of
from symheap.lang.java.locate import Subject, locate, written
from symheap.lang.java.lower import lower, restore_lambdas
from symheap.lang.java.lower.linking import linker
from symheap.lang.java.methods import Methods
from symheap.lang.java.natives import ASKED, MODELS, nondet
from symheap.lang.java.natives.model import lowered as of_model
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.past.before import past_of, run_initializers, with_objects
from symheap.lang.java.past.boot import boot
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.past.objects import strangers
from symheap.lang.java.past.reasons import reason_of
from symheap.lang.java.reading import reading
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import descriptor_of, type_of
from symheap.lang.target import Target, TargetError
from symheap.objects import ir

__all__ = ["JavaOptions", "JavaProgram", "load"]

ERRORS: Mapping[ErrorKind, str] = {
    ErrorKind.NULL: "java.lang.NullPointerException",
    ErrorKind.BOUNDS: "java.lang.ArrayIndexOutOfBoundsException",
    ErrorKind.CAST: "java.lang.ClassCastException",
    ErrorKind.ARITHMETIC: "java.lang.ArithmeticException",
    ErrorKind.NEGATIVE_SIZE: "java.lang.NegativeArraySizeException",
    ErrorKind.ARRAY_STORE: "java.lang.ArrayStoreException",
    ErrorKind.STACK_OVERFLOW: "java.lang.StackOverflowError",
    ErrorKind.INITIALIZER: "java.lang.ExceptionInInitializerError",
    ErrorKind.NO_METHOD: "java.lang.AbstractMethodError",
}

EXACT = "inputs are of exactly the classes that they are declared as, after erasure (--exact-types)"
FLAT = "in input hash maps no two keys share a bucket (--flat-maps)"
FIRST_USE = (
    "classes that inputs may have were initialised before the call, every other class is initialised at its first use "
    "(--first-use)"
)


@dataclass(frozen=True, slots=True)
class JavaProgram:
    """A program with the facts that a report states about it.

    `assumptions` are the assumptions on inputs, one sentence each. `uninitialized` maps the user's classes whose
    initialiser did not finish before the call to the reason; such an initialiser runs on the path. `vacant` are the
    inputs and fields that are null only because no known class fits their type. `unasked` is the entry without the
    calls of `--assume` before the call; None if there are none.
    """

    program: ir.Program
    subject: Subject
    table: JavaTable
    assumptions: tuple[str, ...]
    uninitialized: Mapping[str, str]
    unasked: ir.Method | None = None
    vacant: tuple[str, ...] = ()


def load(target: str | Target, options: JavaOptions) -> JavaProgram:
    """Return the program at `target`. Raises `TargetError` or `SourceError`: one line, whatever is wrong with the
    files.
    """
    parsed = Target.parse(target) if isinstance(target, str) else target
    with reading(parsed):
        return program_of(parsed, locate(parsed, options), options)


def program_of(target: Target, subject: Subject, options: JavaOptions) -> JavaProgram:
    universe = universe_of(subject.world, subject.class_name, options.also)
    initial = boot(subject.world, options.environ)
    first = initial.heap.numbers.copy().take()
    table = _peopled(subject, universe, initial, options)
    restore_lambdas(table.world, table.initial, table)
    program, unasked = _program(table, target, subject, options)
    existing = reachable(table, program.inputs)
    impossible: Mapping[str, str] = {}
    if options.first_use:
        program, uninitialized = run_initializers(program, table, (subject.class_name, *existing), first)
    else:
        program, uninitialized = run_initializers(program, table, (subject.class_name,), first)
        past = past_of(program, table, subject, existing, first)
        impossible = {name: reason_of(end) for name, end in past.fails().items()}
        universe = replace(universe, names=with_objects(subject, universe.names, impossible))
        held = strangers(table, first)
        if past.contested or held:
            table = _peopled(subject, universe, initial, options)
            if held:
                names = preorder(subject.world, (*table.universe, *held))
                table = _table(subject, replace(universe, names=names), initial, options)
            table.only.update(held)
            program, unasked = _program(table, target, subject, options)
            past.serve(table)
            initial.settlers, initial.readers = past.settlers, past.readers
            existing = reachable(table, program.inputs)
        program = replace(program, past=past, initialized=initial.initialized)
        uninitialized = {**uninitialized, **{n: why for n, why in past.unknown.items() if n in existing}}
    absent = [name for name in existing if table.constants(name) == ()]
    noted = [EXACT] if options.exact_types else []
    noted += [FIRST_USE] if options.first_use else []
    noted += [f"no input is of {name}: its initialiser {why}" for name, why in impossible.items()]
    noted += [FLAT] if options.flat_maps else []
    noted += assumptions_of(table.universe, bare=options.bare_stubs)
    noted += [f"no input is of {name}: its initialiser was not run before the call" for name in absent]
    vacancies = _vacancies(program, table, existing)
    assumptions = (*universe.assumptions, *noted, *vacancies.values())
    return JavaProgram(program, subject, table, assumptions, uninitialized, unasked, tuple(vacancies))


def _vacancies(program: ir.Program, table: JavaTable, existing: tuple[str, ...]) -> dict[str, str]:
    """Return the inputs and fields that are null because no class fits, each with this assumption in words."""
    empty = [i for i in program.inputs if i.type.sort is REF and not i.types.mask]
    return {
        **{i.name: f"{i.name} is null: no class that inputs may have is a {i.type} (--also adds)" for i in empty},
        **{
            name: f"{name} is null in inputs: no class that they may have fits (--also adds)"
            for name in vacant(table, existing)
        },
    }


def _peopled(subject: Subject, universe: Universe, initial: InitialObjects, options: JavaOptions) -> JavaTable:
    """Return the table of the universe, with stubs where there would be no receiver, or only null, otherwise.

    With exact types, a stub stands for every abstract class and interface of the user's that an input leads to. Of the
    JDK's types only those of parameters get answering stubs: the types they hold and return have no end.
    """
    world, bare = subject.world, options.bare_stubs
    names = universe.names
    if options.exact_types:
        names = with_stubs(world, names, (ref_type(subject.class_name),), bare=bare)
    names = with_receiver(world, subject.class_name, subject.method, names, bare=bare)
    while True:
        table = _table(subject, replace(universe, names=names), initial, options)
        inputs = _arguments(table, subject, options)
        types = tuple(declared(table, inputs, library=bare))
        vacancies = (of for of in types if options.exact_types or not table.instances(of.class_name).mask)
        empty = (i.type for i in inputs if i.type.sort is REF and not i.types.mask)
        names = with_stubs(world, names, (*vacancies, *empty), bare=bare)
        if names == table.universe:
            return table


def _table(subject: Subject, universe: Universe, initial: InitialObjects, options: JavaOptions) -> JavaTable:
    return JavaTable(
        subject.world,
        universe.names,
        initial,
        universe.class_objects,
        exact=options.exact_types,
        flat_maps=options.flat_maps,
        fixed_environment=options.fixed_environment,
        verifier=options.verifier,
        is_congruent=not options.printed_assume,
    )


def _program(
    table: JavaTable, target: Target, subject: Subject, options: JavaOptions
) -> tuple[ir.Program, ir.Method | None]:
    """Return the program, and its entry without assumptions if it has any."""
    inputs, plan = _planned(table, subject, options)
    unasked = synthesize(table, replace(plan, assumptions=())) if plan.assumptions else None
    result = method_type(subject.method.descriptor).result.descriptor
    program = ir.Program(
        table=table,
        methods=methods_of(table),
        entry=synthesize(table, plan),
        inputs=inputs,
        arguments=tuple(range(len(inputs))),
        target=str(target),
        errors=ERRORS,
        initial=table.initial.heap,
        initialized=frozenset(table.initial.initialized),
        result=_result(subject, result),
    )
    return program, unasked


def of_method(java: JavaProgram, subject: Subject) -> JavaProgram:
    """Return the program of another method over the same classes and objects, without options about its inputs.

    The universe is that of `java`, so it is for concrete runs.  Raises `TargetError` if nothing can receive the call.
    """
    inputs, plan = _planned(java.table, subject, JavaOptions())
    program = replace(
        java.program,
        entry=synthesize(java.table, plan),
        inputs=inputs,
        arguments=tuple(range(len(inputs))),
        result=_result(subject, method_type(subject.method.descriptor).result.descriptor),
    )
    return replace(java, program=program, subject=subject, unasked=None)


def _result(subject: Subject, descriptor: str) -> Type | None:
    if subject.method.name == INIT:
        return ref_type(subject.class_name)
    return None if descriptor == "V" else type_of(descriptor)


def methods_of(table: JavaTable) -> Methods:
    """Return the methods of a table: models first, then bytecode, lowered on first use."""

    def lowered(method: JavaMethod) -> ir.Method:
        return lower(table.world, table.initial, table, method)

    def modelled(method: JavaMethod) -> ir.Method | None:
        model = MODELS.get(str(method))
        if table.verifier:
            model = nondet.model_of(method, table.verifier) or model
        if model is None:
            return None
        return of_model(
            linker(table.world, table.initial, table, table.world.find(method.owner), method), method, model
        )

    def asked(method: JavaMethod) -> ir.Method | None:
        model = ASKED.get(str(method))
        if model is None or table.fixed_environment:
            return None
        return of_model(
            linker(table.world, table.initial, table, table.world.find(method.owner), method), method, model
        )

    return Methods(table.world, lowered, modelled, asked)


# Inputs ---------------------------------------------------------------------------------------------------------------


def _planned(table: JavaTable, subject: Subject, options: JavaOptions) -> tuple[tuple[ir.InputDecl, ...], Plan]:
    """Return the inputs of the program and the plan of the entry; receiver and parameters come before static fields."""
    method = subject.method
    arguments = _arguments(table, subject, options)
    statics = [_static(table, subject, text) for text in options.symbolic_static]
    inputs = (*arguments, *(static_input(table, f, options.non_null) for f in statics))
    _check_non_null(inputs, subject, options)
    own = () if options.verifier else tuple(p.descriptor for p in method_type(method.descriptor).parameters)
    this = (descriptor_of(subject.class_name),) if len(own) < len(arguments) else ()
    descriptors = (*this, *own)
    asked = [assumptions(table, subject.class_name, text, arguments, descriptors) for text in options.assume]
    calls: tuple[Assumption, ...] = tuple(call for calls in asked for call in calls)
    plan = Plan(
        class_name=subject.class_name,
        method=method,
        inputs=tuple((i.name, i.type) for i in inputs),
        descriptors=(*descriptors, *(f.descriptor for f in statics)),
        arguments=tuple(range(len(arguments))),
        statics=tuple((f, len(arguments) + i) for i, f in enumerate(statics)),
        assumptions=calls,
        position=_position(subject),
        empty=bool(options.verifier) and method.descriptor == MAIN,
    )
    return inputs, plan


def _arguments(table: JavaTable, subject: Subject, options: JavaOptions) -> tuple[ir.InputDecl, ...]:
    method = subject.method
    if options.verifier:
        return ()
    inputs = parameters(table, method, options.non_null)
    if method.name == INIT:
        if subject.java_class.is_abstract:
            raise TargetError("an abstract class cannot be constructed", subject.class_name)
        return inputs
    if method.is_static:
        return inputs
    this = receiver(table, subject.class_name, method)
    if not this.types.mask:
        reason = f"no class that inputs may have runs {written(method)} of {method.owner}; name one with --also"
        raise TargetError(reason, subject.class_name)
    return (this, *inputs)


def _check_non_null(inputs: tuple[ir.InputDecl, ...], subject: Subject, options: JavaOptions) -> None:
    named = {i.name: i for i in inputs}
    for name in options.non_null:
        if name not in named and name != THIS:
            known = ", ".join(named) or "none"
            reason = f"--non-null: {written(subject.method)} has no input {name}; there are {known}"
            raise TargetError(reason, subject.class_name)
        if name in named and named[name].type.sort is REF and not named[name].types.mask:
            reason = f"--non-null: no class that inputs may have is a {named[name].type}; name one with --also"
            raise TargetError(reason, subject.class_name)


def _static(table: JavaTable, subject: Subject, text: str) -> JavaField:
    owner, _, name = text.rpartition(".")
    simple = subject.class_name.rpartition(".")[2].replace("$", ".")
    class_name = subject.class_name if owner in ("", simple) else owner
    fields = [f for f in table.world.find(class_name).fields.values() if f.name == name and f.is_static]
    if not fields:
        raise TargetError(f"--symbolic-static: class {class_name} has no static field {name}", text)
    return fields[0]


def _position(subject: Subject) -> CodePosition:
    method = subject.method
    file = subject.world.find(method.owner).file
    source = (file.source_file if file is not None else None) or f"{method.owner}.class"
    line = method.code.lines.line(0) if method.code is not None else None
    return CodePosition(source, line or 0, 0, f"{subject.class_name}.<entry>{method.descriptor}")


# Initialisers ---------------------------------------------------------------------------------------------------------
