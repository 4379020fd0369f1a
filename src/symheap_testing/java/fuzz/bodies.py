"""Random statements and methods."""

from __future__ import annotations

from dataclasses import replace

from symheap_testing.java.fuzz.conditions import condition, mentioned
from symheap_testing.java.fuzz.scope import TEXTS, Scope, World
from symheap_testing.java.fuzz.syntax import (
    Block,
    Choose,
    Condition,
    If,
    Loop,
    Method,
    Nested,
    Plain,
    Statement,
    Switch,
    Try,
    tags_of,
    unwanted,
)

CAUGHT = (
    "RuntimeException",
    "NullPointerException",
    "IllegalStateException",
    "ClassCastException",
    "ArrayStoreException",
    "IndexOutOfBoundsException",
    "ArithmeticException",
    "NegativeArraySizeException",
    "IllegalArgumentException",
    "Oops",
    "Throwable",
    "Error",
    "ExceptionInInitializerError",
    "NoClassDefFoundError",
)


def marked(scope: Scope) -> Plain:
    return Plain((scope.mark(),))


def block(scope: Scope, depth: int, least: int = 1) -> Block:
    """Return a few statements with variables of their own, which leave a mark on the result."""
    before = list(scope.variables)
    made = tuple(statement(scope, depth) for _ in range(scope.random.randint(least, 2)) if depth > 0)
    scope.variables[:] = before
    return (marked(scope), *made)


def branch(scope: Scope, depth: int) -> Statement:
    asked = condition(scope)
    if scope.chance(12):
        other = condition(scope)
        asked = Condition(f"{asked.text} {scope.pick('&&', '||')} {other.text}", asked.tags | other.tags, simple=False)
    return If(asked, block(scope, depth - 1, 0), block(scope, depth - 1, 0) if scope.chance(40) else ())


def loop(scope: Scope, depth: int) -> Statement:
    number = scope.input("int") or scope.number(2)
    bound = scope.pick(f"({number} & 3)", f"Math.min({number}, 2)", scope.number(1, 2))
    counter = scope.fresh("i")
    label = scope.fresh("loop") if scope.chance(30) else ""
    scope.variables.append(("int", counter))
    body = block(scope, depth - 1)
    if scope.chance(30):
        way = f"{scope.pick('break', 'continue')} {label}".strip() + ";"
        body += (If(condition(scope), (marked(scope), Plain((way,)))),)
    scope.variables.pop()
    return Loop(counter, bound, body, label)


def switch(scope: Scope, depth: int) -> Statement:
    name = scope.pick(*scope.world.enums) if scope.world.enums else ""
    heads = {kind: scope.input(kind) for kind in ("int", "String", "char", "Integer", *([name] if name else []))}
    usable = [(kind, way) for kind, way in heads.items() if way]
    if not usable:
        return branch(scope, depth)
    kind, way = scope.random.choice(usable)
    match kind:
        case "int" | "Integer":
            labels = [str(n) for n in scope.random.sample((0, 1, 2, 5, 100, -1, 2147483647), 2)]
            scope.numbers.update(int(text) for text in labels)
        case "String":
            labels = [f'"{text}"' for text in scope.random.sample((*TEXTS, "Aa", "BB"), 2)]
        case "char":
            labels = ["'a'", "'b'"]
        case _:
            labels = scope.world.enums[name][:2]
    leaving = Plain(("break;",))
    arms = [
        (f"case {label}", (*block(scope, depth - 1, 0), *((leaving,) if scope.chance(75) else ()))) for label in labels
    ]
    if scope.chance(60):
        arms.append(("default", block(scope, depth - 1, 0)))
    return Switch(way, tuple(arms))


def attempt(scope: Scope, depth: int) -> Statement:
    common = ("NullPointerException", "RuntimeException", "Throwable")
    caught = [scope.pick(*common)] if scope.chance(50) else scope.random.sample(CAUGHT, scope.random.randint(0, 2))
    if len(caught) == 2 and not _apart(*caught):
        caught.pop()
    endings = [_handler(scope, depth, name) for name in caught]
    if not endings or scope.chance(30):
        endings.append(("finally", block(scope, 0)))
    opening, tags = "try {", frozenset[str]()
    if scope.chance(20):
        bad = scope.pick("true", "false", scope.input("boolean") or "true")
        opening = f"try (Res {scope.fresh('r')} = new Res({bad})) {{"
        tags = frozenset({"resource"})
    body = block(scope, depth - 1)
    if scope.chance(30):
        body += (thrown(scope, depth),)
    if scope.chance(15):
        body += (If(condition(scope), (marked(scope), Plain(("return w;",)))),)
    if endings[-1][0] == "finally" and scope.chance(20):
        endings[-1] = ("finally", (*endings[-1][1], If(condition(scope), (Plain(("return -w;",)),))))
    return Try(opening, body, tuple(endings), tags)


def _apart(first: str, second: str) -> bool:
    """Whether two handlers may follow each other in either order."""
    wide = {"Throwable", "RuntimeException", "Error"}
    return first not in wide and second not in wide and first != second and {first, second} != {"x"}


def _handler(scope: Scope, depth: int, name: str) -> tuple[str, Block]:
    variable = scope.fresh("e")
    body = block(scope, 0)
    asked = (
        Condition(f"{variable}.getSuppressed().length {scope.pick('==', '>')} 0"),
        Condition(f"{variable}.getMessage() == null"),
        Condition(f"{variable}.getCause() == null"),
        Condition(f"{variable}.getStackTrace().length {scope.pick('==', '>')} 0", frozenset({"stack trace"})),
        Condition(f"{variable}.getStackTrace()[0] == null", frozenset({"stack trace"})),
        Condition(f"{variable} instanceof {scope.pick('RuntimeException', 'Throwable')}"),
    )
    if scope.chance(40):
        chosen = scope.random.choice([asking for asking in asked if not unwanted(asking.tags, scope.without)])
        body += (If(chosen, (marked(scope),)),)
    return f"catch ({name} {variable})", body


def thrown(scope: Scope, depth: int) -> Statement:
    made = scope.pick(
        "new Oops(w)",
        "new IllegalStateException()",
        'new IllegalArgumentException("a")',
        "new Oops(1, new RuntimeException())",
    )
    return If(condition(scope), (marked(scope), Plain((f"throw {made};",))))


def monitor(scope: Scope, depth: int) -> Statement:
    way = scope.input(scope.pick("C0", "Object")) or "new Object()"
    if scope.chance(45):
        body = block(scope, depth - 1)
        if scope.chance(40):
            body += (Plain((f"{way}.{scope.pick('notify', 'notifyAll')}();",), frozenset({"monitor"})),)
        return Nested(f"synchronized ({way})", body)
    call = scope.pick("notify()", "notifyAll()", "wait(1)")
    plain = Plain((f"{way}.{call};",), frozenset({"monitor"}))
    if scope.chance(50):
        return plain
    caught = scope.pick("IllegalMonitorStateException", "RuntimeException")
    return Try("try {", (plain, marked(scope)), ((f"catch ({caught} {scope.fresh('e')})", (marked(scope),)),))


def write(scope: Scope, depth: int) -> Statement:
    owner = scope.input(scope.pick(*scope.world.classes)) or "new C0()"
    texts = [f"{owner}.x = {scope.integer(1)};", f"{owner}.next = {scope.reference('C0')};"]
    numbers, objects, nodes = scope.input("int[]"), scope.input("Object[]"), scope.input("C0[]")
    if numbers:
        texts += [
            f"{numbers}[{scope.integer(0)}] = {scope.integer(1)};",
            f"System.arraycopy({numbers}, {scope.number(0, 1)}, {numbers}, 0, {scope.number(0, 1, 2, -1)});",
        ]
    if objects:
        texts += [
            f"{objects}[0] = {scope.reference('Object')};",
            f"System.arraycopy({objects}, 0, new C0[2], 0, {scope.number(0, 1)});",
        ]
    if nodes:
        texts += [
            f"{nodes}[{scope.number(0, 1)}] = {scope.reference('C0')};",
            f"((Object[]) {nodes})[0] = {scope.reference('Object')};",
        ]
    texts += [f"{way} += {scope.pick(1, 200)};" for way in scope.ways("char", narrow=True)]
    for kind, change in (("String", '+= "b"'), ("Integer", "+= 1"), ("C0", "= null")):
        texts += [f"{way} {change};" for way in scope.ways(kind, narrow=True) if "[" not in way][:2]
    return Plain((scope.random.choice(texts),))


def declaration(scope: Scope, depth: int) -> Statement:
    name = scope.fresh("v")
    kind = scope.pick("int", "C0", "C0", "Object", "String", "int[]", "Object[]")
    if kind in ("C0", "Object", "String") and scope.chance(50):
        yes, no = scope.reference(kind), scope.reference(kind)
        asked = condition(scope)
        asked = replace(asked, tags=asked.tags | mentioned(scope, f"{yes} {no}", asked.tags))
        made: Statement = Choose(f"{kind} {name}", asked, yes, no)
    elif kind == "int" and scope.input("Integer") and scope.chance(40):
        made = Choose(f"int {name}", condition(scope), scope.reference("Integer"), scope.number())
    else:
        made = Plain((f"{kind} {name} = {_value(scope, kind)};",))
    scope.variables.append((kind, name))
    return made


def _value(scope: Scope, kind: str) -> str:
    match kind:
        case "int":
            return scope.integer()
        case "int[]":
            return f"new int[{scope.pick(scope.integer(0) + ' & 3', '(' + scope.integer(0) + ' & 3) - 1')}]"
        case "Object[]":
            below = scope.pick("C0", "String", "Object", "Integer", "C1")
            return f"new {below}[{scope.number(1, 2)}]"
        case _:
            return scope.reference(kind)


def failing(scope: Scope, depth: int) -> Statement:
    """Use a class whose initialiser fails."""
    if not scope.world.failing:
        return write(scope, depth)
    name = scope.pick(*scope.world.failing)
    uses = [f"w += {name}.v;", f"new {name}();", f"w += {name}.get();"]
    plain = Plain((scope.random.choice(uses),), frozenset({"failing initialiser"}))
    if scope.chance(40):
        return plain
    caught = scope.pick("Throwable", "ExceptionInInitializerError", "NoClassDefFoundError", "LinkageError")
    return Try("try {", (plain, marked(scope)), ((f"catch ({caught} {scope.fresh('e')})", (marked(scope),)),))


def use(scope: Scope, depth: int) -> Statement:
    """Use a class, so that its initialiser has run from here on."""
    texts = [f"new {name}();" for name in scope.world.classes]
    texts += [f"w += {name};" for name in scope.world.counters]
    texts += [f"w += {name};" for name in scope.world.plain_constants]
    other = scope.pick(*scope.world.classes)
    unused = scope.pick(f"new {other}[1]", f"{other}.class", f"(Object) null instanceof {other}")
    texts += [f"Object {scope.fresh('o')} = {unused};"]
    texts += [f"Object {scope.fresh('o')} = {constant.text};" for constant in scope.world.constants]
    return Plain((scope.random.choice(texts),), frozenset({"counter"}))


KINDS = (
    (40, branch),
    (7, loop),
    (7, switch),
    (14, attempt),
    (5, thrown),
    (4, monitor),
    (8, write),
    (10, declaration),
    (2, failing),
    (5, use),
)


def statement(scope: Scope, depth: int) -> Statement:
    """Return a random statement without unwanted tags."""
    while True:
        before = list(scope.variables)
        made = scope.random.choices(KINDS, [weight for weight, _ in KINDS])[0][1](scope, depth)
        if isinstance(made, Plain):
            made = replace(made, tags=made.tags | mentioned(scope, made.lines[0], made.tags))
        if not unwanted(tags_of((made,)), scope.without):
            return made
        scope.variables[:] = before


def parameters(scope_random: Scope, world: World) -> list[tuple[str, str]]:
    """Return two or three parameters; the first is an object."""
    kinds = [
        "C0",
        "C0",
        "C0",
        "Object",
        "int",
        "int",
        "String",
        "Integer",
        "int[]",
        "C0[]",
        "Object[]",
        *world.classes,
        *world.interfaces,
    ]
    kinds += [*world.enums, *(name for name, _ in world.inner), *world.failing]
    kinds += [
        "long",
        "double",
        "float",
        "short",
        "byte",
        "char",
        "boolean",
        "Long",
        "Boolean",
        "Character",
        "Short",
        "Byte",
        "int[][]",
        "String[]",
    ]
    chosen = [
        scope_random.pick("C0", "Object", *world.classes),
        *(scope_random.pick(*kinds) for _ in range(scope_random.random.randint(1, 2))),
    ]
    return [(kind, f"p{at}") for at, kind in enumerate(chosen)]


def method(name: str, scope: Scope) -> Method:
    """Return a random method; `scope` has no variables yet."""
    chosen = parameters(scope, scope.world)
    is_static = scope.chance(85)
    scope.variables += chosen
    if not is_static:
        scope.variables.append(("U", "this"))
    depth = scope.pick(1, 2)
    body: list[Statement] = [statement(scope, depth) for _ in range(scope.pick(1, 1, 2, 3))]
    if not any(isinstance(made, If | Switch | Try | Loop) for made in body):
        body.append(branch(scope, 1))
    return Method(name, tuple(chosen), tuple(body), is_static)
