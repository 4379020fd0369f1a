"""The class table, over all random hierarchies: subtyping, fields and who provides a method to whom."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.core.terms import NULL
from symheap.core.types import BOOL_TYPE, INT_TYPE, ROOT, ClassInfo, ClassTable, Field, ref_type

NAMES = ("A", "B", "C", "D", "E", "F")
METHODS = ("m/0", "m/1", "n/0")
MANY = settings(max_examples=40, deadline=None, derandomize=True)


@st.composite
def hierarchies(draw: st.DrawFn) -> tuple[ClassInfo, ...]:
    """Up to six classes in any order of declaration, each below an earlier one or the root."""
    names = NAMES[: draw(st.integers(1, len(NAMES)))]
    infos = []
    for i, name in enumerate(names):
        parent = draw(st.sampled_from((ROOT, *names[:i])))
        own = draw(st.sets(st.sampled_from(("f", "g")), max_size=2))
        fields = tuple(Field(name, f"{f}{name if f == 'f' else ''}", INT_TYPE) for f in sorted(own))
        infos.append(ClassInfo(name, parent, fields, draw(st.frozensets(st.sampled_from(METHODS)))))
    return tuple(draw(st.permutations(infos)))


def above(infos: tuple[ClassInfo, ...], name: str) -> list[str]:
    """The class and its superclasses, nearest first, straight from the declarations."""
    parents = {info.name: info.parent for info in infos}
    chain = [name]
    while (parent := parents.get(chain[-1])) is not None:
        chain.append(parent)
    return chain


@MANY
@given(hierarchies())
def test_subtypes_are_the_classes_that_have_it_above_them(infos: tuple[ClassInfo, ...]) -> None:
    table = ClassTable(infos)
    assert set(table.universe) == {ROOT, *(info.name for info in infos)}
    for of in table.universe:
        below = {name for name in table.universe if of in above(infos, name)}
        assert set(table.subtypes(of).names()) == below
        assert {name for name in table.universe if table.is_subclass(name, of)} == below
        assert len(table.subtypes(of).intervals()) == 1
    assert table.everything().is_everything


@MANY
@given(hierarchies())
def test_a_class_is_served_by_one_provider_and_by_the_nearest(infos: tuple[ClassInfo, ...]) -> None:
    """Rule: [POSE] Fig. 11, "Invoke (c2)" """
    table = ClassTable(infos)
    declared = {info.name: info.methods for info in infos}
    for method in METHODS:
        served = [(name, provider) for provider, types in table.providers(method) for name in types.names()]
        nearest = {
            name: next((c for c in above(infos, name) if method in declared.get(c, ())), None)
            for name in table.universe
        }
        assert len(served) == len({name for name, _ in served})
        assert dict(served) == {name: c for name, c in nearest.items() if c is not None}
        assert {name: table.receiver(name, method) for name in table.universe} == nearest


@MANY
@given(hierarchies())
def test_a_provider_serves_its_subclasses_but_those_below_an_overrider(infos: tuple[ClassInfo, ...]) -> None:
    table = ClassTable(infos)
    for method in METHODS:
        providers = table.providers(method)
        for provider, types in providers:
            expected = table.subtypes(provider)
            for other, _ in providers:
                if other != provider and table.is_subclass(other, provider):
                    expected -= table.subtypes(other)
            assert types == expected


@MANY
@given(hierarchies())
def test_fields_are_inherited_first_and_in_order(infos: tuple[ClassInfo, ...]) -> None:
    table = ClassTable(infos)
    own = {info.name: info.fields for info in infos}
    for name in table.universe:
        expected = [field for c in reversed(above(infos, name)) for field in own.get(c, ())]
        assert [str(f) for f in table.fields(name)] == [str(f) for f in expected]
        assert all(a is b for a, b in zip(table.fields(name), expected, strict=True))


@MANY
@given(hierarchies())
def test_declaring_finds_every_class_that_declares_the_name(infos: tuple[ClassInfo, ...]) -> None:
    table = ClassTable(infos)
    everything = [field for info in infos for field in info.fields]
    for name in {f.name for f in everything} | {"missing"}:
        assert set(table.declaring(name)) == {f for f in everything if f.name == name}


@MANY
@given(hierarchies())
def test_ancestors_lead_to_the_root(infos: tuple[ClassInfo, ...]) -> None:
    table = ClassTable(infos)
    for name in table.universe:
        assert list(table.ancestors(name)) == above(infos, name)
        assert table.ancestors(name)[-1] == ROOT
        assert name in table
    assert "Missing" not in table


def test_a_field_is_itself_only() -> None:
    assert Field("A", "f", INT_TYPE) != Field("A", "f", INT_TYPE)


def test_defaults_by_type() -> None:
    assert ref_type("A").default is NULL
    assert BOOL_TYPE.default is False
    assert INT_TYPE.default == 0
    assert [str(t) for t in (ref_type("A"), BOOL_TYPE, INT_TYPE)] == ["A", "bool", "int"]
