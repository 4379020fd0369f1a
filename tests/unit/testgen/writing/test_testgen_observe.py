"""How tests read fields: by name, by getter, through the helper; and methods of the JDK that show them."""

from __future__ import annotations

from functools import cache

import pytest
from oracle_subject import access_of, found, needs_jdk

from symheap.core.outcome import Returned
from symheap.lang.java.classes import JavaField
from symheap.testgen.access import Access
from symheap.testgen.asserting.library import Observations
from symheap.testgen.asserting.observe import Observer, View, declares_checked, is_unchecked
from symheap.testgen.cases import Test
from symheap.testgen.code import TypeName

pytestmark = needs_jdk

ITEM = "shop.Basket$Item"


@cache
def a_test(method: str) -> Test:
    result = found(method)[-1]
    assert isinstance(result, Test)
    return result


@cache
def observer(package: str = "shop") -> Observer:
    return Observer(Access(access_of(a_test("idle")).world, package))


def field(class_name: str, name: str) -> JavaField:
    return next(f for f in observer().world.find(class_name).fields.values() if f.name == name)


@pytest.mark.parametrize(
    ("name", "code", "descriptor"),
    [
        ("value", ("item", ".value"), "Ljava/lang/Object;"),
        ("price", ("item", ".price()"), "I"),
        ("secret", ("(", TypeName("I"), ") ", "TestObjects.get(", "item", ", ", '"secret"', ")"), "I"),
    ],
)
def test_a_field_is_seen_by_name_by_getter_or_through_the_helper(
    name: str, code: tuple[str | TypeName, ...], descriptor: str
) -> None:
    seen = observer().field(View(("item",), f"L{ITEM.replace('.', '/')};"), ITEM, field(ITEM, name))
    assert seen == View(code, descriptor)


def test_an_expression_of_another_type_is_cast() -> None:
    seen = observer().field(View(("x",), "Ljava/lang/Object;"), ITEM, field(ITEM, "value"))
    assert seen is not None
    assert [part for part in seen.code if isinstance(part, str)] == ["((", ") ", "x", ")", ".value"]


def test_from_another_package_all_but_the_helper_is_out_of_reach() -> None:
    seen = observer("elsewhere").field(View(("x",), "Ljava/lang/Object;"), ITEM, field(ITEM, "value"))
    assert seen == View(("TestObjects.get(", "x", ", ", '"value"', ")"), "Ljava/lang/Object;")


def test_fields_of_the_jdk_are_nobodys_business() -> None:
    assert [f.name for f in observer().fields("shop.Basket$Hidden")] == []
    assert observer().fields("[I") == ()


def test_checked_exceptions() -> None:
    world = observer().world
    assert declares_checked(world, world.find("shop.Basket").methods["checked(I)I"])
    assert not declares_checked(world, world.find("shop.Basket").methods["fail(I)I"])
    assert is_unchecked(world, "shop.Basket$Hidden")
    assert not is_unchecked(world, "java.lang.Exception")


def seen_of(method: str) -> list[tuple[str, str]]:
    test = a_test(method)
    assert isinstance(test.run.end, Returned)
    library = Observations(test.built.program, observer().world, test.run.heap.copy())
    seen = library.seen(int(test.run.end.value))
    assert seen is not None
    return [(each.owner, each.member) for each in seen]


def test_collections_tell_their_size_and_elements() -> None:
    assert seen_of("names") == [("java.util.List", ".size()"), ("java.util.List", ".get(0)")]
    assert seen_of("ages") == [("java.util.Map", ".size()"), ("java.util.Map", ".get")]
    assert seen_of("built") == [("java.lang.StringBuilder", ".toString()")]


def test_what_is_told_can_be_compared_across_heaps() -> None:
    test = a_test("built")
    assert isinstance(test.run.end, Returned)
    number = int(test.run.end.value)
    one, other = (Observations(test.built.program, observer().world, test.run.heap.copy()) for _ in range(2))
    assert one.told(number) == other.told(number) == ((".toString()", None, "xy"),)


def test_a_class_of_the_user_tells_by_its_fields() -> None:
    test = a_test("pair")
    assert isinstance(test.run.end, Returned)
    library = Observations(test.built.program, observer().world, test.run.heap.copy())
    assert library.seen(int(test.run.end.value)) is None
    assert library.told(int(test.run.end.value)) is None
