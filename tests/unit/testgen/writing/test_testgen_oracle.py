"""The assertions of tests: how the call ends, and what it changed."""

from __future__ import annotations

import pytest
from oracle_subject import access_of, bodies, found, needs_jdk, suite_of, text_of

from symheap.testgen.asserting.calling import call_of
from symheap.testgen.asserting.observe import View
from symheap.testgen.cases import NoTest, Test, Why
from symheap.testgen.code import Declare, TypeName

pytestmark = needs_jdk


@pytest.mark.parametrize(
    ("method", "name", "last"),
    [
        ("half", "half_returnsMinus0", ["double result = Basket.half(0.0);", "assertEquals(-0.0, result);"]),
        ("upper", "upper_returnsChar10", [r"assertEquals('\n', result);"]),
        ("small", "small_returnsMinus3", ["byte result = Basket.small(false);", "assertEquals(-3, result);"]),
        ("isRed", "isRed_returnsTrue", ["assertTrue(result);"]),
        ("other", "other_returnsGreen", ["assertEquals(Basket.Color.GREEN, result);"]),
        ("kind", "kind_returnsClassIntArray", ["assertEquals(int[].class, result);"]),
        ("text", "text_returnsText", [r'assertEquals("a\"b\\u000a\u00e9", result);']),
        ("text", "text_returnsNull", ["assertNull(result);"]),
        ("boxed", "boxed_returns300", ["Integer result = Basket.boxed(true);", "assertEquals(300, result);"]),
        ("pair", "pair_returnsNewPair", ["assertEquals(1, result.left());", 'assertEquals("p", result.right());']),
        ("numbers", "numbers_returnsArrayOf2", ["assertArrayEquals(new int[] {1, 2}, result);"]),
        ("numbers", "numbers_returnsEmptyArray", ["assertEquals(0, result.length);"]),
        ("names", "names_returnsNewArrayList_whenBIsTrue", ['assertEquals(List.of("n"), result);']),
        ("names", "names_returnsNewArrayList_whenBIsFalse", ["assertTrue(result.isEmpty());"]),
        ("ages", "ages_returnsNewHashMap", ['assertEquals(Map.of("n", 7), result);']),
        ("built", "built_returnsNewStringBuilder", ['assertEquals("xy", result.toString());']),
        ("swap", "swap_returnsA", ["Basket.Item result = Basket.swap(a, b);", "assertSame(a, result);"]),
    ],
)
def test_what_is_returned(method: str, name: str, last: list[str]) -> None:
    assert bodies(method)[name][-len(last) :] == last


def test_fields_that_changed_are_asserted_and_what_hangs_in_them() -> None:
    asserts = [line for line in bodies("add")["add_changesSizeAndFirst"] if "assert" in line or "first =" in line]
    assert asserts == [
        "assertEquals(2, basket.size);",
        "Basket.Item first = basket.first();",
        "assertSame(value, first.value);",
        "assertNull(first.next);",
        "assertEquals(0, first.price());",
    ]


def test_a_private_field_is_seen_by_its_getter_else_by_the_helper() -> None:
    name = "setPrice_changesItemPriceAndItemSecret"
    assert bodies("setPrice")[name][-2:] == [
        "assertEquals(1, item.price());",
        'assertEquals(7, (int) TestObjects.get(item, "secret"));',
    ]
    assert {test.name: test.uses_helper for test in suite_of("setPrice")}[name]


def test_the_class_of_an_object_is_asserted_where_it_is_not_the_declared_one() -> None:
    assert bodies("cheap")["cheap_returnsNewCheap"][:3] == [
        "Object result = Basket.cheap();",
        "assertEquals(Basket.Cheap.class, result.getClass());",
        "Basket.Cheap cheap = (Basket.Cheap) result;",
    ]


def test_elements_that_changed_are_asserted() -> None:
    assert bodies("fill")["fill_changesTarget"][-1] == "assertArrayEquals(new int[] {4}, target);"


def test_exceptions_and_crashes() -> None:
    tests = {test.name: test for test in suite_of("fail", "fill", "checked")}
    assert not tests["fail_throwsHidden"].crash
    assert tests["fail_throwsHidden"].throws == "shop.Basket$Hidden"
    assert tests["fill_throwsNullPointerException"].crash
    assert not tests["checked_throwsIOException"].checked
    assert tests["checked_returns0"].checked


def test_an_exception_that_cannot_be_named_is_caught_by_the_nearest_class_that_can() -> None:
    expected = "assertThrows(IllegalStateException.class, () -> Basket.fail(1));"
    assert bodies("fail")["fail_throwsHidden"] == [expected]


def test_an_exception_that_the_test_made_comes_out_as_it_is() -> None:
    assert bodies("rethrow")["rethrow_throwsRuntimeException"][1:] == [
        "RuntimeException thrown = assertThrows(RuntimeException.class, () -> Basket.rethrow(e));",
        "assertSame(e, thrown);",
    ]


def test_a_call_with_nothing_to_see_is_asserted_to_end() -> None:
    assert bodies("idle")["idle_returns"] == ["assertDoesNotThrow(() -> Basket.idle());"]


def test_where_nothing_changes_that_is_asserted() -> None:
    assert bodies("nothing")["nothing_returns"][-3:] == [
        "assertEquals(0, basket.size);",
        "assertNull(basket.first());",
        "assertEquals(0.0, basket.weight);",
    ]


def test_overloads_and_variable_arguments_get_the_casts_that_they_need() -> None:
    assert "int result = Basket.many((Object[]) null);" in bodies("many")["many_returns0"]
    assert "int result = Basket.hash(o);" in bodies("hash(Object)")["hash_returns1"]


def test_static_fields_are_put_back() -> None:
    text = text_of("next", "remember")
    assert "Basket.made = 0;" in text
    assert 'TestObjects.setStatic(Basket.class, "last", "none");' in text
    assert text.count("@AfterEach") == 1
    assert "assertEquals(1, Basket.made);" in text
    assert 'assertEquals("a", TestObjects.getStatic(Basket.class, "last"));' in text


def test_what_all_tests_share_and_no_test_can_put_back_makes_no_test() -> None:
    [result] = found("touch")
    assert isinstance(result, NoTest)
    assert result.why is Why.SHARED_STATE


def test_a_private_method_has_no_test() -> None:
    [result] = found("own")
    assert isinstance(result, NoTest)
    assert (result.why, result.detail) == (Why.UNCONSTRUCTIBLE, "own() of shop.Basket is private for a test")


def test_a_method_out_of_reach_has_no_test() -> None:
    results = found("half", package="elsewhere")
    assert {each.why for each in results if isinstance(each, NoTest)} == {Why.UNCONSTRUCTIBLE}
    assert not any(isinstance(each, Test) for each in results)


def test_junit_4_compares_numbers_with_a_tolerance_and_boxes_with_boxes() -> None:
    assert bodies("half", junit=4)["half_returns0Point5"][-1] == "assertEquals(0.5, result, 0.0);"
    assert bodies("boxed", junit=4)["boxed_returns300"][-1] == "assertEquals(Integer.valueOf(300), result);"
    assert bodies("idle", junit=4)["idle_returns"] == ["Basket.idle();"]


# Other machines -------------------------------------------------------------------------------------------------------


def test_what_depends_on_the_machine_is_not_asserted() -> None:
    assert bodies("now")["now_returns"] == ["assertDoesNotThrow(() -> Basket.now());"]
    assert bodies("code")["code_returns"][-1] == "assertDoesNotThrow(() -> Basket.code(item));"
    [stamp] = [body for name, body in bodies("stamp").items() if "throws" not in name]
    assert stamp[-1] == "assertEquals('x', basket.letter);"
    assert not any("size" in line for line in stamp if line.startswith("assert"))


def test_a_path_that_depends_on_the_machine_has_no_test() -> None:
    assert {each.why for each in found("isBig") if isinstance(each, NoTest)} == {Why.ENVIRONMENT}
    assert [each.throws for each in found("isBig") if isinstance(each, Test)] == ["java.lang.NullPointerException"]


# Shared state ---------------------------------------------------------------------------------------------------------


def test_a_view_that_a_shared_map_keeps_is_no_change() -> None:
    assert bodies("known")["known_returns1"][-1] == "assertEquals(1, result);"


@pytest.mark.parametrize("method", ["forget", "spare"])
def test_shared_objects_that_cannot_be_put_back(method: str) -> None:
    assert [each.why for each in found(method) if isinstance(each, NoTest)] == [Why.SHARED_STATE]


# Calls ----------------------------------------------------------------------------------------------------------------


def test_an_inner_object_is_made_by_its_outer_one() -> None:
    [made] = found("<init>", class_name="shop.Basket$Inner")
    assert isinstance(made, Test)
    assert isinstance(made.act, Declare)
    assert made.act.value[-3:] == (".new Inner(", "1", ")")


def test_arguments_of_several_types_for_one_type_variable_are_cast_to_its_erasure() -> None:
    [test, *_] = suite_of("max")
    text, number = View(("a",), "Ljava/lang/String;"), View(("b",), "Ljava/lang/Integer;")
    cast = ("(", TypeName("Ljava/lang/Comparable;"), ") ")
    mixed = call_of(test.candidate.java, access_of(test), {"a": text, "b": number}, "").code
    same = call_of(test.candidate.java, access_of(test), {"a": text, "b": text}, "").code
    assert mixed[2:] == (*cast, "a", ", ", *cast, "b", ")")
    assert same[2:] == ("a", ", ", "a", ")")
