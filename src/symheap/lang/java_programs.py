"""Java targets as programs: one method, or the methods of a class one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from symheap.core.nodes import new_age
from symheap.lang.java.classes import JavaClass, JavaMethod
from symheap.lang.java.counted import is_implicit
from symheap.lang.java.entry import JavaProgram, program_of
from symheap.lang.java.inputs.assumptions import AssumptionDoesNotFitError
from symheap.lang.java.inputs.declared import parameter_names
from symheap.lang.java.locate import Subject, is_source, method_named, names_in, open_place, written
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.places import ClassPlace
from symheap.lang.java.reading import reading
from symheap.lang.target import Load, Loaded, Part, Programs, Target, TargetError

Choose = Callable[[JavaClass, JavaMethod], bool]
"""Whether a method of a class is explored when a target names the class."""

ASSUMED = (
    "input strings are Latin-1",
    "input arrays of references are of their declared class, and inputs hold what their generic types say",
    "static fields hold the values that initialisers left there (--symbolic-static); classes may have been initialised "
    "before the call in any order that makes a difference; effects of initialisers inside the JDK are ignored",
    "there is one thread, which was not interrupted; no finalizer or cleaner runs; output and log entries are ignored, "
    "and log messages are not formatted (no toString is called); loggers have level INFO, and formatters work",
    "assertions are enabled; there is always room for another object, and for another call within the bounds",
    "no class beyond those on the class path exists, and private and final fields are not changed by reflection",
    "the default locale is en_US, the default charset UTF-8, and a line ends in \\n",
)
"""The assumptions made for every Java program."""

FIXED = "time, random seeds, identity hash codes and properties of the machine are constants (--fixed-environment)"
INNER = "an object of an inner class has an outer object: this$0 is not null"


def java_program(target: Target, options: JavaOptions | None) -> Loaded:
    """Return the single method that `target` names."""
    given = options or JavaOptions()
    with reading(target):
        place = open_place(target, given)
    subjects = _subjects(target, place)
    if len(subjects) > 1:
        several = ", ".join(written(each.method) for each in subjects[:12])
        raise TargetError(f"class {subjects[0].class_name} has several methods: name one of {several}", target.path)
    return _of_subject(target, subjects[0], given)


def is_explored(java_class: JavaClass, method: JavaMethod) -> bool:
    """Whether a target that names only the class includes this method: from the source, not private, no constructor."""
    is_own = is_source(method) and not method.name.startswith("<") and not method.is_private
    return is_own and method.code is not None and not is_implicit(java_class, method)


def java_methods(target: Target, options: JavaOptions | None, choose: Choose = is_explored) -> Programs:
    """Return the method that `target` names, or the chosen methods of the class that it names."""
    given = options or JavaOptions()
    with reading(target):
        place = open_place(target, given)
    return methods_of_class(target, place, given, choose)


def methods_of_class(target: Target, place: ClassPlace, given: JavaOptions, choose: Choose = is_explored) -> Programs:
    """Return the method of `place` that `target` names, or the chosen methods of the class that it names."""
    subjects = _subjects(target, place, choose)
    if len(subjects) == 1:
        return Programs(target, False, iter((_of_subject(target, subjects[0], given),)))
    _check_names(target, subjects, given)
    keys = tuple(each.method.key for each in subjects)
    of_class = _OfClass(target, place, subjects[0].class_name, keys, given, subjects)
    part = Part(len(keys), of_class.open)
    return Programs(target, True, part.load(), len(keys), parts=(part,))


@dataclass(frozen=True, slots=True)
class _OfClass:
    """The methods of a class that a target names.  `subjects` are missing where it is not linked yet."""

    target: Target
    place: ClassPlace
    class_name: str
    keys: tuple[str, ...]
    options: JavaOptions
    subjects: tuple[Subject, ...] = ()

    def __reduce__(self) -> tuple[type[_OfClass], tuple[Target, ClassPlace, str, tuple[str, ...], JavaOptions]]:
        return _OfClass, (self.target, self.place, self.class_name, self.keys, self.options)

    def open(self) -> Load:
        return replace(self, subjects=self.subjects or self._linked())._load

    def _linked(self) -> tuple[Subject, ...]:
        world = self.place.world()
        methods = (world.find(self.class_name).methods[key] for key in self.keys)
        return tuple(Subject(world, self.class_name, each, self.place.location) for each in methods)

    def _load(self, number: int) -> Loaded | TargetError:
        subject = self.subjects[number]
        name = Target(self.target.path, (*self.target.names[:1], written(subject.method)))
        return one_of_several(name, subject, self.options)


def _subjects(target: Target, place: ClassPlace, choose: Choose = is_explored) -> tuple[Subject, ...]:
    with reading(target):
        world = place.world()
        class_name, method = names_in(target, place)
        if method is not None:
            return (Subject(world, class_name, method_named(world, class_name, method, target.path), place.location),)
        java_class = world.find(class_name)
        bodies = [method for method in java_class.methods.values() if choose(java_class, method)]
        if not bodies:
            raise TargetError(f"class {class_name} declares no method with a body that is not private", target.path)
        return tuple(Subject(world, class_name, each, place.location) for each in bodies)


def _check_names(target: Target, subjects: tuple[Subject, ...], options: JavaOptions) -> None:
    """Check that at least one of several methods has each parameter named by an option."""
    known = {"this", *(name for each in subjects for name in parameter_names(each.method))}
    unknown = [name for name in options.non_null if name not in known]
    if unknown:
        raise TargetError(
            f"--non-null: no method of {subjects[0].class_name} has a parameter {unknown[0]}", target.path
        )


def one_of_several(target: Target, subject: Subject, options: JavaOptions) -> Loaded | TargetError:
    """Load one method, without options about parameters that only other methods have; the result notes this."""
    own = ("this", *parameter_names(subject.method))
    fitting = replace(options, non_null=tuple(name for name in options.non_null if name in own))
    dropped: list[str] = []
    while True:
        try:
            one = _of_subject(target, subject, fitting)
            unused = [
                f"--assume {text} does not fit {written(subject.method)}, and is not used there" for text in dropped
            ]
            return replace(one, assumptions=(*one.assumptions, *unused))
        except AssumptionDoesNotFitError as error:
            dropped.append(error.text)
            fitting = replace(fitting, assume=tuple(text for text in fitting.assume if text != error.text))
        except TargetError as error:
            return TargetError(error.message, str(target))


def _of_subject(target: Target, subject: Subject, options: JavaOptions) -> Loaded:
    new_age()
    with reading(target):
        return loaded(target, program_of(target, subject, options))


def loaded(target: Target, java: JavaProgram) -> Loaded:
    assumptions = (
        f"inputs are of {len(java.table.universe)} classes (--also adds to them)",
        *java.assumptions,
        *(f"the initialiser of {name} runs when it is first used: {why}" for name, why in java.uninitialized.items()),
        *ASSUMED,
        *([FIXED] if java.table.fixed_environment else []),
        *(
            [INNER]
            if any(f.name.startswith("this$") for n in java.table.universe for f in java.table.fields(n))
            else []
        ),
    )
    subject = java.subject
    return Loaded(
        target, java.program, None, subject.class_name, subject.method.name, java=java, assumptions=assumptions
    )
