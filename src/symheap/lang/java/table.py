"""The class table of a Java program: a finite universe for inputs, and the whole world for objects of a run."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping
from functools import cached_property

from symheap.core.terms import Term
from symheap.core.types import ARRAY, ELEMENTS, LENGTH, ClassTable, Field, Known
from symheap.core.typeset import TypeSet
from symheap.lang.java.classes import CLINIT, JavaField, held_class
from symheap.lang.java.classfile.access import SYNTHETIC
from symheap.lang.java.classfile.signatures import ArrayOf, Parameterized, TypeSignature
from symheap.lang.java.inputs.generics import Generics
from symheap.lang.java.inputs.known_fields import CHAINED, LAST, OF_STRINGS, OUTER
from symheap.lang.java.inputs.providers import Providers
from symheap.lang.java.inputs.stubs import SUFFIX
from symheap.lang.java.inputs.universe import REPRESENTATIVES
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.values.pseudo import COUNT, DEFERRED, JOINED, PSEUDO
from symheap.lang.java.values.types import (
    CLASS,
    OBJECT,
    STRING,
    element_class,
    element_descriptor,
    element_sort,
    is_array,
)
from symheap.lang.java.world import World

_ELEMENT_OWNERS = {field.owner: sort for sort, field in ELEMENTS.items()}


Question = Callable[["JavaTable", str], bool]


class JavaTable(ClassTable):
    """Classes of the JVM behind the interface of a closed world.

    `universe` are the classes that an input may have, all instantiable, in preorder. A set of types is a mask over it,
    and asks the world about every other class. Only requested classes are loaded, so `classes`, the declarations of
    all, does not exist.

    `exact`: an input declared as a class of the universe is of that very class, whatever generic signatures say; one
    declared as an abstract class or interface is a stub or its representative. `flat_maps`: in a hash map of the input
    no two keys share a bucket. `fixed_environment`: clocks, seeds, properties and hash codes are constants instead of
    inputs. `verifier`: the class whose static `nondet` methods return inputs, see `natives/nondet.py`.

    Terms last as long as the process and hold sets of types. These do not keep the table alive, so it is freed with its
    program; a later question to one raises `ReferenceError`.
    """

    def __init__(
        self,
        world: World,
        universe: tuple[str, ...],
        initial: InitialObjects,
        class_objects: tuple[str, ...] = (),
        *,
        exact: bool = False,
        flat_maps: bool = False,
        fixed_environment: bool = True,
        verifier: str = "",
        is_congruent: bool = True,
    ) -> None:
        self.world = world
        self.universe = universe
        self.exact = exact
        self._flat_maps = flat_maps
        self.fixed_environment = fixed_environment
        self.verifier = verifier
        self.is_congruent = is_congruent
        self.initial = initial
        self._class_objects = tuple(dict.fromkeys((*universe, *class_objects)))
        initial.heap.table = self
        self._numbers = {name: i for i, name in enumerate(universe)}
        self._cones: dict[str, TypeSet] = {}
        self._fields: dict[str, tuple[Field, ...]] = {}
        self._serving = Providers()
        self.generics = Generics(world)
        self._instances: dict[str, TypeSet] = {}
        self._held: dict[tuple[Field, object | None], TypeSet] = {}
        self._declarations: dict[Field, JavaField] = {}
        self._field_names: dict[str, tuple[Field, ...]] | None = None
        self.contested: dict[str, Mapping[str, int]] = {}
        self.elsewhere: dict[str, Mapping[tuple[str, str], int]] = {}
        self.only: dict[str, tuple[int, ...]] = {}
        self._readable = self._set(
            f"{STRING} with contents", lambda table, c: c != DEFERRED and table.is_subclass(c, STRING)
        )

    def __contains__(self, name: str) -> bool:
        return name in PSEUDO or self.world.exists(held_class(name) or name)

    def _set(self, text: str, contains: Question, below: str | None = None) -> TypeSet:
        mask = sum(1 << i for i, name in enumerate(self.universe) if contains(self, name))
        return TypeSet(mask, self.universe, text, self.asked(contains), below=below)

    def asked(self, question: Question) -> Callable[[str], bool]:
        """Return the question to this table, for as long as the table exists."""
        weakly = weakref.ref(self)

        def ask(name: str) -> bool:
            table = weakly()
            if table is None:
                raise ReferenceError(f"the program that has {name} is gone")
            return question(table, name)

        return ask

    # Types

    def is_subclass(self, name: str, of: str) -> bool:
        if name == of:
            return True
        if name in PSEUDO:
            return of not in PSEUDO and self.world.is_subtype(STRING, of)
        if of == ARRAY:
            return is_array(name)
        if of in _ELEMENT_OWNERS:
            return is_array(name) and element_sort(name) is _ELEMENT_OWNERS[of]
        if of in PSEUDO or held_class(name) is not None or held_class(of) is not None:
            return False
        return self.world.is_subtype(name, of)

    def subtypes(self, name: str) -> TypeSet:
        """Return the classes below a class, interface or array class, or the arrays of a pseudo-owner's kind.

        A missing type has no objects.
        """
        cone = self._cones.get(name)
        if cone is None:
            below = None if name == ARRAY or name in _ELEMENT_OWNERS or name in PSEUDO else name
            cone = self._cones[name] = self._set(name, lambda table, c: table.is_subclass(c, name), below)
        return cone

    def everything(self) -> TypeSet:
        return self.subtypes(OBJECT)

    def instances(self, name: str) -> TypeSet:
        """Return the classes of an input. An input array of references is of exactly its declared class.

        Arrays of subclasses come from other declarations.
        """
        types = self._instances.get(name)
        if types is None:
            only = self._only(name) if self.exact else name if self.component(name) is not None else None
            known = only in self._numbers
            types = TypeSet(1 << self._numbers[only], self.universe, only) if known and only else self.subtypes(name)
            self._instances[name] = types
        return types

    def _only(self, name: str) -> str | None:
        """Return the only class for a declared type: itself, its stub, or its representative."""
        stands = (name, name + SUFFIX, REPRESENTATIVES.get(name))
        return next((each for each in stands if each in self._numbers), None)

    def held(self, field: Field, owner: TypeSet) -> TypeSet:
        """Narrow by the generic signature of the field, and by the type arguments of the owner's declaration."""
        key = (field, owner.declared)
        types = self._held.get(key)
        if types is None:
            signature = self.generics.of_field(self._declaration(field), _signature(owner))
            types = self._held[key] = self.declared_as(self.instances(field.type.class_name), signature)
        return types

    def held_element(self, component: str, owner: TypeSet) -> TypeSet:
        return self.declared_as(self.instances(component), self.generics.of_element(_signature(owner)))

    def declared_as(self, types: TypeSet, signature: TypeSignature | None) -> TypeSet:
        """Return the classes of a reference of a generic type, with its arguments for the references inside the object.

        An array keeps the class of its erasure: for an ``E[]``, generic code has ``(E[]) new Object[n]``.
        """
        if signature is None or self.exact:
            return types
        upper = None if isinstance(signature, ArrayOf) else self.generics.upper(signature)
        if upper is not None and self.world.exists(upper):
            bound = self.instances(upper)
            types = types & bound if types.mask & ~bound.mask else types
        return types.with_declared(signature)

    def _declaration(self, field: Field) -> JavaField:
        declared = self._declarations.get(field)
        if declared is None:
            for each in self.world.find(field.owner).fields.values():
                self._declarations[each.field] = each
            declared = self._declarations[field]
        return declared

    def ancestors(self, name: str) -> tuple[str, ...]:
        if held_class(name) is not None:
            return (name,)
        chain = tuple(c.name for c in self.world.chain(STRING if name in PSEUDO else name))
        return (name, *chain) if name in PSEUDO else chain

    # Fields

    def fields(self, name: str) -> tuple[Field, ...]:
        known = self._fields.get(name)
        if known is None:
            known = self._fields[name] = self._all_fields(name)
        return known

    def _all_fields(self, name: str) -> tuple[Field, ...]:
        held = held_class(name)
        if name == DEFERRED:
            return ()
        if name == JOINED:
            return (*self.fields(STRING), COUNT)
        if is_array(name):
            return LENGTH, ELEMENTS[element_sort(name)]
        if held is not None:
            return tuple(self.world.find(held).static_fields.values())
        chain = [java_class.instance_fields for java_class in self.world.chain(name)]
        return tuple(field for fields in reversed(chain) for field in fields)

    def holders(self, field: Field) -> TypeSet:
        return self._readable if field.owner == STRING else self.subtypes(field.owner)

    def known(self, field: Field) -> Known | None:
        """Return the invariants of strings, and of the outer object of an inner one, which is never null."""
        if field.owner == STRING:
            return OF_STRINGS.get(field.name)
        if self._flat_maps and str(field) in CHAINED:
            return LAST
        if field.name.startswith("this$") and self._declaration(field).access & SYNTHETIC:
            return OUTER
        return None

    def step(self, field: Field, owner: TypeSet) -> str:
        """Return the name alone if it is unambiguous; else, if several classes have such a field, with the owner."""
        rivals = (f for f in self.declaring(field.name) if f is not field and self.holders(f).mask & owner.mask)
        return f"{field.owner}/{field.name}" if any(rivals) else field.name

    def is_owned(self, known: Term) -> bool:
        return self.initial.is_contents(known.location.number)

    def declaring(self, field: str) -> tuple[Field, ...]:
        """Return the fields of that name in the classes of the universe; for a step with an owner, the only one."""
        owner, slash, name = field.rpartition("/")
        if slash:
            return tuple(f for f in self.declaring(name) if f.owner == owner)
        if self._field_names is None:
            every = dict.fromkeys(f for name in self.universe for f in self.fields(name))
            self._field_names = {}
            for f in every:
                self._field_names[f.name] = (*self._field_names.get(f.name, ()), f)
        return self._field_names.get(field, ())

    # Methods

    def receiver(self, name: str, method: str) -> str | None:
        if held_class(name) is not None:
            return None
        return self.world.select(STRING if name in PSEUDO else name, method)

    def providers(self, method: str) -> tuple[tuple[str, TypeSet], ...]:
        """Return the bodies and their classes, as for any table.

        A body without a class in the universe has an empty mask: only objects of the run have it. Such bodies are added
        as their classes become known, before any object of them is created.
        """
        return self._serving.of(self, method)

    # Objects before the call

    def constants(self, name: str) -> tuple[Term, ...] | None:
        """Return the constants of an enum, or of the class of a constant with a body; or the class objects.

        Before the initialiser has run there are none. A class whose initialiser has failed has the objects that it had
        created by then.
        """
        if name in self.only:
            return tuple(self.initial.term(number) for number in self.only[name])
        if held_class(name) is not None or name in PSEUDO or is_array(name):
            return None
        if name == CLASS:
            return self._class_constants
        java_class = self.world.find(name)
        if java_class.is_enum:
            return self._enum(name)
        parent = java_class.parent
        if parent is None or not self.world.find(parent).is_enum:
            return None
        return tuple(term for term in self._enum(parent) if term.location.class_name == name)

    @cached_property
    def _class_constants(self) -> tuple[Term, ...]:
        return tuple(self.class_object(each) for each in self._class_objects)

    def _enum(self, name: str) -> tuple[Term, ...]:
        static = self.contested.get(name)
        if static is None and name not in self.initial.initialized:
            return ()
        declared = [f.field.name for f in self.world.find(name).fields.values() if f.is_enum_constant]
        numbers = [self.initial.static(name, f) if static is None else static.get(f) for f in declared]
        return tuple(self.initial.term(int(number)) for number in numbers if number)

    def contest(self, name: str, static: Mapping[str, int], elsewhere: Mapping[tuple[str, str], int]) -> None:
        """Register a class that may have been initialised before the call: then its static fields hold these objects.

        `elsewhere` has the values that its initialiser stores into static fields of other classes.
        """
        self.contested[name] = static
        self.elsewhere[name] = elsewhere

    def literal(self, text: str) -> Term:
        return self.initial.literal(text)

    def holder(self, class_name: str) -> Term:
        return self.initial.holder(class_name)

    def class_object(self, name: str) -> Term:
        return self.initial.class_object(STRING if name in PSEUDO else name)

    def class_named(self, class_object: Term) -> str:
        return self.initial.class_named(class_object)

    def component(self, name: str) -> str | None:
        return element_class(name) if is_array(name) and element_descriptor(name)[0] in "L[" else None

    def initialization_order(self, name: str) -> tuple[str, ...]:
        """JVMS 5.5: superclasses, and superinterfaces with default methods, before a class; an interface alone.

        Classes without an initialiser are omitted, except for the class itself.
        """
        java_class = self.world.find(name)
        if java_class.is_array or java_class.is_primitive:
            return ()
        if java_class.is_interface:
            return (name,)
        order: dict[str, None] = {}
        for at in reversed(tuple(self.world.chain(name))):
            above = [i for i in self.world.superinterfaces_first(at) if i.has_default_methods]
            order.update(dict.fromkeys(c.name for c in (*above, at) if CLINIT in c.methods))
        order[name] = None
        return tuple(order)


def _signature(types: TypeSet) -> TypeSignature | None:
    """Return the generic type that a set of classes was declared as."""
    declared = types.declared
    return declared if isinstance(declared, Parameterized | ArrayOf) else None
