"""Preconditions: what is parsed, and the places of syntax errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from c_clients import NODE, clients_of

from symheap.core.source import SourceError
from symheap.lang.c.client.pre import Form, parse_preconditions


def test_inputs_and_relations() -> None:
    (found,) = parse_preconditions(
        """
        # a queue
        function put
            object(q)
            dlist(q->front, link=next, back=prev, last=q->rear)
            array(a, n) or null(a)      # either
            n > -1
            q->size <= n
        """,
        "x.pre",
    )
    assert found.function == "put"
    assert found.position.line == 3
    assert [choice.form for choice in found.inputs["q"]] == [Form.OBJECT]
    (dlist,) = found.inputs["q->front"]
    assert (dlist.form, dlist.link, dlist.back, str(dlist.last)) == (Form.DLIST, "next", "prev", "q->rear")
    array, null = found.inputs["a"]
    assert (array.form, str(array.count), null.form) == (Form.ARRAY, "n", Form.NULL)
    assert [(str(each.left), each.compare, str(each.right)) for each in found.relations] == [
        ("n", ">", "-1"),
        ("q->size", "<=", "n"),
    ]


def test_every_function_has_its_own_relations() -> None:
    first, second = parse_preconditions("function f\n n > 0\nfunction g\n m == null\n", "x.pre")
    assert [str(each.left) for each in first.relations] == ["n"]
    assert [(str(each.left), each.right) for each in second.relations] == [("m", 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("list(x)", "x.pre:1:1: error: a condition before any line `function NAME`"),
        ("function f\nlist x", "x.pre:2:1: error: a comparison was expected, not x"),
        ("function f\n  lists(x)", "x.pre:2:3: error: lists is no form of an input"),
        ("function f\nlist(x", "x.pre:2:7: error: ) was expected"),
        ("function f\nlist(x) null(x)", "x.pre:2:9: error: null was not expected"),
        ("function f\nlist(x) or null(y)", "x.pre:2:1: error: the alternatives are about different inputs"),
        ("function f\nlist(x)\nnull(x)", "x.pre:3:1: error: x was described before"),
        ("function f\nobject(x, link=next)", "x.pre:2:11: error: object(…) has no setting link"),
        ("function f\nx = 3", "x.pre:2:1: error: a comparison was expected, not ="),
        ("function f\nx == %", "x.pre:2:6: error: % is not understood"),
        ("function f\nfunction f", "x.pre:2:10: error: a second precondition of f"),
        ("function 3", "x.pre:1:10: error: the name of a function was expected"),
    ],
)
def test_what_is_not_understood_has_its_place(text: str, message: str) -> None:
    with pytest.raises(SourceError) as error:
        parse_preconditions(text, "x.pre")
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("pre", "message"),
    [
        ("function g\nlist(x)", "1:10: error: there is no exported function g"),
        ("function f\nlist(y)", "2:6: error: f has no parameter y"),
        ("function f\nlist(x->left)", "2:6: error: x->left: struct node has no member left"),
        ("function f\nlist(n)", "2:6: error: n has type int, which is no pointer"),
        ("function f\nlist(p)", "2:6: error: p points to int, which has no link to its own type"),
        ("function f\nlist(x, link=value)", "2:6: error: value is no link of struct node"),
        ("function f\ndlist(x)", "2:7: error: x: struct node has no back link: say back=…"),
        ("function f\nobject(o)", "2:8: error: o points to struct opaque, which is not defined"),
        ("function f\narray(p, x)", "2:10: error: x is no integer"),
        ("function f\nnull(x)\nlist(x->next)", "3:6: error: x->next is no input"),
        ("function f\ncyclic(x, of=nothing.link)", "2:8: error: there is no struct nothing with a struct node link"),
    ],
)
def test_preconditions_are_held_against_the_types(pre: str, message: str) -> None:
    source = NODE + "void f(struct node *x, int n, int *p, struct opaque *o) { }"
    with pytest.raises(SourceError) as error:
        clients_of(source, pre)
    assert str(error.value).startswith(f"library.pre:{message}")


def test_the_example_of_the_documentation_is_understood() -> None:
    text = (Path(__file__).parents[5] / "docs" / "prove-libraries.md").read_text(encoding="utf-8")
    example = text.split("```text\n")[1].split("```")[0]
    names = [found.function for found in parse_preconditions(example, "docs")]
    assert names == ["queue_append", "fill", "list_add"]


def test_preconditions_are_not_for_a_main() -> None:
    with pytest.raises(SourceError, match="without a main"):
        clients_of("int f(int x) { return x; } int main(void) { return f(1); }", "function f\n x > 0")
