"""Classes, fields and subtyping: the `ClassTable`, fixed before a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symheap.core.terms import BOOL, BV8, BV16, BV32, BV64, F32, F64, INT, NULL, REF, Sort, Term, Value
from symheap.core.theories.arrays import filled
from symheap.core.typeset import TypeSet

ROOT = "Object"


@dataclass(frozen=True, slots=True)
class Type:
    """A declared type: a primitive, or a reference to objects of a class."""

    sort: Sort
    class_name: str = ""

    @property
    def default(self) -> Value:
        if self.sort.element is not None:
            return filled(default_of(self.sort.element), self.sort.element)
        return default_of(self.sort)

    def __str__(self) -> str:
        return self.class_name if self.sort is REF else self.sort.name


def default_of(sort: Sort) -> Value:
    return NULL if sort is REF else False if sort is BOOL else 0


BOOL_TYPE = Type(BOOL)
INT_TYPE = Type(INT)


def ref_type(class_name: str) -> Type:
    return Type(REF, class_name)


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """A field as declared by its class. Compared by identity: the class table holds one object for each field."""

    owner: str
    name: str
    type: Type

    def __str__(self) -> str:
        return f"{self.owner}.{self.name}"


ARRAY = "[]"
"""The owner of the fields that every array has, whatever its elements."""

LENGTH = Field(ARRAY, "length", Type(BV32))
ELEMENTS = {
    sort: Field(f"{sort.name}[]", "[]", Type(Sort.array(sort))) for sort in (BOOL, BV8, BV16, BV32, BV64, F32, F64, REF)
}
"""The contents of an array as one field of an array sort, by the sort of the elements."""


@dataclass(frozen=True, slots=True)
class Known:
    """The invariant of a field in every input object of a built-in class.

    `value` is its only possible value. A reference may be `not_null`, and `owned`: only owning fields may refer to its
    object. A number is between `low` and `high`.
    """

    not_null: bool = False
    owned: bool = False
    value: Value | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class ClassInfo:
    """One class as declared; `methods` names the methods that it implements itself."""

    name: str
    parent: str | None
    fields: tuple[Field, ...] = ()
    methods: frozenset[str] = frozenset()


class ClassTable:
    """The closed world of a program's classes.

    Classes are numbered in preorder of inheritance, so the subclasses of a class form an interval. A method is named by
    its key (a name, or a name with its arity), which the language chooses. `is_congruent`: heap models may express that
    two names of one slot are equal by facts instead of in values.
    """

    is_congruent = False
    fixed_environment = True
    """Whether the machine that runs the programs gives the same answers in every run."""

    def __init__(self, classes: Iterable[ClassInfo]) -> None:
        by_name = {info.name: info for info in classes}
        if ROOT not in by_name:
            by_name[ROOT] = ClassInfo(ROOT, None)
        self._children: dict[str, list[str]] = {name: [] for name in by_name}
        for info in by_name.values():
            if info.parent is not None:
                self._children[info.parent].append(info.name)
        self.universe = self._preorder()
        self._numbers = {name: i for i, name in enumerate(self.universe)}
        self.classes: Mapping[str, ClassInfo] = {name: by_name[name] for name in self.universe}
        self._cones = {name: self._cone(name) for name in self.universe}
        self._declaring: dict[str, tuple[Field, ...]] = {}
        for name in self.universe:
            for field in self.classes[name].fields:
                self._declaring[field.name] = (*self._declaring.get(field.name, ()), field)
        self._fields = {name: self._all_fields(name) for name in self.universe}
        self._providers: dict[str, tuple[tuple[str, TypeSet], ...]] = {}

    def _preorder(self) -> tuple[str, ...]:
        order: list[str] = []
        stack = [ROOT]
        while stack:
            name = stack.pop()
            order.append(name)
            stack.extend(reversed(self._children[name]))
        return tuple(order)

    def _cone(self, name: str) -> TypeSet:
        mask = 0
        stack = [name]
        while stack:
            at = stack.pop()
            mask |= 1 << self._numbers[at]
            stack.extend(self._children[at])
        return TypeSet(mask, self.universe, name, below=name)

    def _all_fields(self, name: str) -> tuple[Field, ...]:
        chain = [self.classes[c] for c in self.ancestors(name)]
        return tuple(field for info in reversed(chain) for field in info.fields)

    def ancestors(self, name: str) -> tuple[str, ...]:
        """Return the class itself, its superclass, and so on."""
        chain: list[str] = []
        at: str | None = name
        while at is not None:
            chain.append(at)
            at = self.classes[at].parent
        return tuple(chain)

    def __contains__(self, name: str) -> bool:
        return name in self.classes

    def subtypes(self, name: str) -> TypeSet:
        """``<: name``: the class and everything below it."""
        return self._cones[name]

    def everything(self) -> TypeSet:
        return self._cones[ROOT]

    def is_subclass(self, name: str, of: str) -> bool:
        return self._cones[of].contains(name)

    def fields(self, name: str) -> tuple[Field, ...]:
        """Return the fields of a class, inherited ones first.  [POSE]: fields(c)."""
        return self._fields[name]

    def instances(self, name: str) -> TypeSet:
        """Return the classes that an input of a declared type may have."""
        return self.subtypes(name)

    def held(self, field: Field, owner: TypeSet) -> TypeSet:
        """Return the classes that a reference in a field of an input object may have; `owner` are the object's
        classes.
        """
        return self.instances(field.type.class_name)

    def held_element(self, component: str, owner: TypeSet) -> TypeSet:
        """As `held`, for an element of an input array whose class holds `component`."""
        return self.instances(component)

    def step(self, field: Field, owner: TypeSet) -> str:
        """Return the name of a field in an access path, where `owner` are the classes its object was declared with."""
        return field.name

    def holders(self, field: Field) -> TypeSet:
        """Return the classes whose objects have a field."""
        return self.subtypes(field.owner)

    def known(self, field: Field) -> Known | None:
        """Return the invariant of a field of input objects, if its class has one."""
        return None

    def is_owned(self, known: Term) -> bool:
        """Whether an object from before the run belongs to another one, by the invariant of the field that holds it."""
        return False

    def constants(self, name: str) -> tuple[Term, ...] | None:
        """Return all objects of a class if they exist before the run and it can have no others, as for an enum."""
        return None

    def class_object(self, name: str) -> Term:
        """Return the object that represents a class."""
        raise NotImplementedError

    def class_named(self, class_object: Term) -> str:
        """Return the class that a class object represents."""
        raise NotImplementedError

    def literal(self, text: str) -> Term:
        """Return the string object of a literal: one for each text."""
        raise NotImplementedError

    def holder(self, name: str) -> Term:
        """Return the object whose fields are the static fields of a class."""
        raise NotImplementedError

    def component(self, name: str) -> str | None:
        """Return the element class of an array of references; None for any other class."""
        return None

    def initialization_order(self, name: str) -> tuple[str, ...]:
        """Return the classes to initialise before `name` may be used, itself last."""
        return (name,)

    def declaring(self, field: str) -> tuple[Field, ...]:
        """Return the fields of that name in all classes.  [POSE]: class(f), which is unique there."""
        return self._declaring.get(field, ())

    def receiver(self, name: str, method: str) -> str | None:
        """Return the class that provides `method` to class `name`.  [POSE]: recv(c, m)."""
        for ancestor in self.ancestors(name):
            if method in self.classes[ancestor].methods:
                return ancestor
        return None

    def providers(self, method: str) -> tuple[tuple[str, TypeSet], ...]:
        """Return every implementing class with the classes it serves: its subclasses except those below an overrider.

        [POSE] Invoke (c2): Y <: c' and not Y <: c for every c that overrides m of c'.
        """
        provided = self._providers.get(method)
        if provided is None:
            provided = self._providers[method] = tuple(self._compute_providers(method))
        return provided

    def _compute_providers(self, method: str) -> Iterable[tuple[str, TypeSet]]:
        masks: dict[str, int] = {}
        for i, name in enumerate(self.universe):
            provider = self.receiver(name, method)
            if provider is not None:
                masks[provider] = masks.get(provider, 0) | 1 << i
        for provider, mask in masks.items():
            cone = self._cones[provider]
            overriders = [n for n in masks if n != provider and cone.contains(n)]
            text = provider + "".join(f" - {n}" for n in overriders)
            yield provider, cone if mask == cone.mask else TypeSet(mask, self.universe, text)
