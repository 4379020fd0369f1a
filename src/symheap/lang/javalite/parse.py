"""Parses s-expressions into the abstract syntax.

One rule needs an explanation. In the papers a method has one parameter and a call one argument, ``(e @ m e)``; in the
full language both are lists, ``(e @ m (e ...))``, and ``(o @ m (new C))`` could be either. The declaration decides: a
bracket after ``m`` is a list of arguments unless the methods named ``m`` were declared in the papers' form, ``(T m [T
x] e)``. All methods of one name are declared in one form. An atom after ``m`` is one argument in both.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from symheap.core.source import Position, SourceError
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.read import Atom, Form, Node, read, room_for_nesting

PRIMITIVES = frozenset({"bool", "int", "unit"})
RESERVED = PRIMITIVES | frozenset(
    [
        "class",
        "extends",
        "new",
        "if",
        "else",
        "var",
        "in",
        "begin",
        "instanceof",
        "null",
        "true",
        "false",
        "this",
        "not",
        "and",
        "or",
    ]
)
MAX_DIGITS = 1_000

_NAME = re.compile(r"[^\W\d][\w'?!-]*")
_INTEGER = re.compile(r"-?[0-9]+")
_OPERATORS = {operator.value: operator for operator in s.BinaryOperator}


def parse(text: str, file: str) -> s.Program:
    """Return the program in `text`, or raise `SourceError`."""
    nodes = read(text, file)
    if not nodes:
        raise SourceError("expected a program: ((class ...) ...) with (C m) after the classes", Position(file, 1, 1))
    if len(nodes) > 1:
        raise SourceError("expected the end of the file after the program", nodes[1].position)
    with room_for_nesting():
        return _program(nodes[0])


# Declarations ---------------------------------------------------------------------------------------------------------


def _program(node: Node) -> s.Program:
    form = _form(node, "a program: ((CL ...) (C m))")
    if len(form.items) != 2:
        raise SourceError("expected a program: ((CL ...) (C m))", form.position)
    classes = _form(form.items[0], "the classes: (CL ...)")
    main = _form(form.items[1], "the main method: (C m)")
    if len(main.items) != 2:
        raise SourceError("expected the main method: (C m)", main.position)
    heads = [_class_head(item) for item in classes.items]
    expressions = Expressions(_papers_form(heads))
    return s.Program(
        tuple([_class(head, expressions) for head in heads]),
        _name(main.items[0], "a class"),
        _name(main.items[1], "a method"),
        form.position,
    )


class _Head:
    """A class whose method bodies are not parsed yet."""

    def __init__(self, form: Form) -> None:
        items = form.items
        extends = len(items) > 2 and _word(items[2]) == "extends"
        if not items or _word(items[0]) != "class" or len(items) != (6 if extends else 4):
            raise SourceError("expected a class: (class C extends C ([T f] ...) (M ...))", form.position)
        self.position = form.position
        self.name = _name(items[1], "a class")
        self.parent = _name(items[3], "a class") if extends else None
        fields = _form(items[-2], "the fields: ([T f] ...)")
        self.fields = tuple([_declaration(item, "a field: [T f]") for item in fields.items])
        self.methods = [_method_form(item) for item in _form(items[-1], "the methods: (M ...)").items]


def _class_head(node: Node) -> _Head:
    return _Head(_form(node, "a class: (class C extends C ([T f] ...) (M ...))"))


def _method_form(node: Node) -> Form:
    form = _form(node, "a method: (T m ([T x] ...) e)")
    if len(form.items) != 4:
        raise SourceError("expected a method: (T m ([T x] ...) e)", form.position)
    return form


def _is_papers_form(method: Form) -> bool:
    parameters = _form(method.items[2], "the parameters: ([T x] ...)")
    return bool(parameters.items) and isinstance(parameters.items[0], Atom)


def _papers_form(heads: list[_Head]) -> frozenset[str]:
    """Return the names of the methods declared with one parameter in the papers' form."""
    forms: dict[str, bool] = {}
    for head in heads:
        for method in head.methods:
            name = _name(method.items[1], "a method")
            papers = _is_papers_form(method)
            if forms.setdefault(name.text, papers) is not papers:
                raise SourceError(
                    f"method {name} is declared both with [T x] and with ([T x] ...): a call would be ambiguous",
                    method.items[2].position,
                )
    return frozenset(name for name, papers in forms.items() if papers)


def _class(head: _Head, expressions: Expressions) -> s.Class:
    methods = tuple([_method(form, expressions) for form in head.methods])
    return s.Class(head.name, head.parent, head.fields, methods, head.position)


def _method(form: Form, expressions: Expressions) -> s.Method:
    type_, name, parameters, body = form.items
    declarations: tuple[Node, ...] = (parameters,) if _is_papers_form(form) else _form(parameters, "a list").items
    return s.Method(
        _type(type_),
        _name(name, "a method"),
        tuple([_declaration(item, "a parameter: [T x]") for item in declarations]),
        expressions.expression(body),
        form.position,
    )


def _declaration(node: Node, what: str) -> s.Declaration:
    form = _form(node, what)
    if len(form.items) != 2:
        raise SourceError(f"expected {what}", form.position)
    return s.Declaration(_type(form.items[0]), _name(form.items[1], "a name"))


# Expressions ----------------------------------------------------------------------------------------------------------


class Expressions:
    """Parses expressions; `papers_form` names the methods whose calls have one argument and no list."""

    def __init__(self, papers_form: frozenset[str]) -> None:
        self._papers_form = papers_form
        self._prefix: dict[str, Callable[[Form], s.Expression]] = {
            "new": self._new,
            "if": self._if,
            "var": self._var,
            "begin": self._begin,
            "not": self._not,
        }

    def expression(self, node: Node) -> s.Expression:
        return _atom(node) if isinstance(node, Atom) else self._compound(node)

    def _compound(self, form: Form) -> s.Expression:
        items = form.items
        if not items:
            raise SourceError("expected an expression, not ()", form.position)
        prefix = self._prefix.get(_word(items[0]))
        if prefix is not None:
            return prefix(form)
        infix = _word(items[1]) if len(items) > 1 else ""
        if infix.startswith("$"):
            return self._field(form, infix)
        if infix == "@":
            return self._call(form)
        if infix == ":=":
            _expect(form, len(items) == 3, "(x := e)")
            return s.VariableAssignment(_name(items[0], "a variable"), self.expression(items[2]), form.position)
        if infix in ("=", "=="):
            _expect(form, len(items) == 3, f"(e {infix} e)")
            return s.Equals(self.expression(items[0]), self.expression(items[2]), form.position)
        if infix == "instanceof":
            _expect(form, len(items) == 3, "(e instanceof C)")
            return s.InstanceOf(self.expression(items[0]), _name(items[2], "a class"), form.position)
        if infix in _OPERATORS:
            _expect(form, len(items) == 3, f"(e {infix} e)")
            left, right = self.expression(items[0]), self.expression(items[2])
            return s.Binary(_OPERATORS[infix], left, right, form.position)
        if len(items) == 2 and _NAME.fullmatch(_word(items[0])):
            return s.Typecast(_name(items[0], "a class"), self.expression(items[1]), form.position)
        raise SourceError("this is not an expression", form.position)

    def _new(self, form: Form) -> s.Expression:
        _expect(form, len(form.items) == 2, "(new C)")
        return s.New(_name(form.items[1], "a class"), form.position)

    def _not(self, form: Form) -> s.Expression:
        _expect(form, len(form.items) == 2, "(not e)")
        return s.Not(self.expression(form.items[1]), form.position)

    def _begin(self, form: Form) -> s.Expression:
        return s.Begin(tuple([self.expression(item) for item in form.items[1:]]), form.position)

    def _if(self, form: Form) -> s.Expression:
        items = form.items
        _expect(form, len(items) == 5 and _word(items[3]) == "else", "(if e e else e)")
        condition, then, other = self.expression(items[1]), self.expression(items[2]), self.expression(items[4])
        return s.If(condition, then, other, form.position)

    def _var(self, form: Form) -> s.Expression:
        items = form.items
        well_formed = len(items) == 7 and _word(items[3]) == ":=" and _word(items[5]) == "in"
        _expect(form, well_formed, "(var T x := e in e)")
        type_, name = _type(items[1]), _name(items[2], "a variable")
        return s.VariableDeclaration(type_, name, self.expression(items[4]), self.expression(items[6]), form.position)

    def _field(self, form: Form, dollar: str) -> s.Expression:
        """Parse ``(e $ f)`` and ``(x $ f := e)``, also with the dollar and the field in one word."""
        items = form.items
        glued = dollar != "$"
        rest = items[2:] if glued else items[3:]
        _expect(form, len(items) > 2 or glued, "(e $ f)")
        field = _glued_field(items[1]) if glued else _name(items[2], "a field")
        if not rest:
            return s.FieldAccess(self.expression(items[0]), field, form.position)
        _expect(form, len(rest) == 2 and _word(rest[0]) == ":=", "(e $ f) or (x $ f := e)")
        variable = _variable_name(items[0], "a field is written through a variable")
        return s.FieldWrite(variable, field, self.expression(rest[1]), form.position)

    def _call(self, form: Form) -> s.Expression:
        items = form.items
        _expect(form, len(items) == 4, "(e @ m e) or (e @ m (e ...))")
        method, last = _name(items[2], "a method"), items[3]
        is_list = isinstance(last, Form) and method.text not in self._papers_form
        arguments = last.items if is_list and isinstance(last, Form) else (last,)
        receiver = self.expression(items[0])
        return s.MethodInvocation(receiver, method, tuple([self.expression(a) for a in arguments]), form.position)


def _atom(atom: Atom) -> s.Expression:
    text, position = atom.text, atom.position
    if text == "null":
        return s.Null(position)
    if text in ("true", "false"):
        return s.Constant(text == "true", position)
    if text == "unit":
        return s.Unit(position)
    if _INTEGER.fullmatch(text):
        if len(text) > MAX_DIGITS:
            raise SourceError(f"an integer has more than {MAX_DIGITS} digits", position)
        return s.Constant(int(text), position)
    return s.Variable(_variable_name(atom, "expected an expression").text, position)


# Words ----------------------------------------------------------------------------------------------------------------


def _word(node: Node) -> str:
    return node.text if isinstance(node, Atom) else ""


def _form(node: Node, what: str) -> Form:
    if isinstance(node, Atom):
        raise SourceError(f"expected {what}, not '{_shortened(node.text)}'", node.position)
    return node


def _expect(form: Form, well_formed: bool, shape: str) -> None:
    if not well_formed:
        raise SourceError(f"expected {shape}", form.position)


def _name(node: Node, what: str) -> s.Name:
    if isinstance(node, Form):
        raise SourceError(f"expected {what}", node.position)
    if node.text in RESERVED:
        raise SourceError(f"expected {what}: '{node.text}' is a reserved word", node.position)
    if not _NAME.fullmatch(node.text):
        raise SourceError(f"expected {what}, not '{_shortened(node.text)}'", node.position)
    return s.Name(node.text, node.position)


def _variable_name(node: Node, otherwise: str) -> s.Name:
    """Return a variable, which may be ``this``."""
    text = _word(node)
    if text == "this":
        return s.Name(text, node.position)
    if text in RESERVED or not _NAME.fullmatch(text):
        raise SourceError(f"{otherwise}, not '{_shortened(text)}'" if text else otherwise, node.position)
    return s.Name(text, node.position)


def _glued_field(node: Node) -> s.Name:
    return _name(Atom(_word(node)[1:], node.position), "a field")


def _type(node: Node) -> s.Name:
    if isinstance(node, Atom) and node.text in PRIMITIVES:
        return s.Name(node.text, node.position)
    return _name(node, "a type")


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"
