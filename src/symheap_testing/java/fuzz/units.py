"""Random units: an entry class with methods, and the classes that they use.

A unit has classes of objects, holders of static objects, initialisers with side effects, enums, an inner class and
classes whose initialiser fails. It is a single file, `U.java`.
"""

from __future__ import annotations

from random import Random

from symheap_testing.java.fuzz.bodies import method
from symheap_testing.java.fuzz.scope import Scope, StaticField, World
from symheap_testing.java.fuzz.unit import Part, Unit

FIELD_TYPES = (
    "int",
    "C0",
    "Object",
    "String",
    "Integer",
    "int[]",
    "C0[]",
    "E0",
    "long",
    "double",
    "char",
    "Object[]",
    "Long",
    "C1",
)


class _Maker:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.world = World()
        self.parts: list[Part] = []
        self.order: list[str] = []
        self.inputs: list[str] = []
        self.named: list[str] = ["U"]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def unit(self, methods: int, without: frozenset[str]) -> Unit:
        self._names()
        self._classes()
        for at in range(self.random.randint(1, 3)):
            self._holder(f"H{at}")
        if self.chance(50) and "failing initialiser" not in without:
            self._failing()
        self.world.counters = ["U.cnt", "U.log", *self.world.counters]
        numbers: set[int] = set()
        made = []
        for at in range(methods):
            scope = Scope(Random(self.seed * 1009 + at), self.world, [], without=without)
            made.append(method(f"m{at}", scope))
            numbers |= scope.numbers
        return Unit(
            self.seed,
            tuple(self.parts),
            tuple(made),
            tuple(self.order),
            tuple(self.inputs),
            tuple(self.named),
            tuple(sorted(numbers)),
        )

    def _names(self) -> None:
        """Choose the classes before their contents, since fields and initialisers refer to each other."""
        world = self.world
        count = self.random.randint(2, 4)
        self.parents = {"C0": ""}
        for at in range(1, count):
            self.parents[f"C{at}"] = self.random.choice(list(self.parents))
        for name in self.parents:
            world.below[name] = [other for other in self.parents if self._is_below(other, name)]
        world.interfaces = ["I0"]
        self.implementing = [name for name in self.parents if name != "C0" and self.chance(60)] or ["C1"]
        world.below["I0"] = [
            name for name in self.parents if any(self._is_below(name, top) for top in self.implementing)
        ]
        world.callable = [*self.parents, "I0"]
        world.enums["E0"] = ["P", "Q", "R"][: self.random.randint(1, 3)]
        world.fields["U"] = [("int", "x"), ("C0", "mine")]

    def _is_below(self, name: str, above: str) -> bool:
        return name == above or (name != "" and self._is_below(self.parents[name], above))

    def _effects(self, own: str) -> list[str]:
        """Return statements of an initialiser with visible effects."""
        others = [counter for counter in self.world.counters if not counter.startswith(own)]
        choices = [
            "U.cnt++;",
            "U.cnt += 2;",
            "U.last = new C0();",
            "U.log = U.log * 3;",
            *(f"{name}++;" for name in others),
        ]
        return [self.random.choice(choices) for _ in range(self.random.randint(1, 2))]

    def _classes(self) -> None:
        for name, parent in self.parents.items():
            self._class(name, parent)
        body: tuple[str, ...] = ("  int f(int k);", "  default int h(int k) {", "    @", "    return f(k) + 1;", "  }")
        if self.chance(30):
            body = (f"  int SIDE = U.bump({self.random.choice((1, 2))});", *body)
            self.order.append("I0")
            self.world.counters.append("I0.SIDE")
        self.parts.append(Part("I0", ("interface I0 {", *body, "}")))
        self._enum()

    def _class(self, name: str, parent: str) -> None:
        own = [("int", "x"), ("C0", "next")] if not parent else []
        wanted = self.random.sample(FIELD_TYPES, self.random.randint(2, 4) if not parent else self.random.randint(0, 1))
        own += [(kind, f"{name.lower()}f{at}") for at, kind in enumerate(wanted)]
        self.world.fields[name] = own + (self.world.fields[parent] if parent else [])
        head = (
            f"class {name}"
            + (f" extends {parent}" if parent else "")
            + (" implements I0" if name in self.implementing else "")
        )
        lines = [head + " {", *(f"  {kind} {field_name};" for kind, field_name in own)]
        if self.chance(35):
            lines += ["  static int made;", "  static {", *(f"    {text}" for text in self._effects(name)), "  }"]
            self.world.counters += [f"{below}.made" for below in self.world.below[name]]
        lines += self._virtual(name, parent)
        if name == "C0" and self.chance(50):
            lines += [
                "  class In {",
                "    int z;",
                "    int get() {",
                "      return z + x;",
                "    }",
                "    C0 own() {",
                "      return C0.this;",
                "    }",
                "  }",
            ]
            self.world.inner.append(("C0.In", "C0"))
            self.world.fields["C0.In"] = [("int", "z")]
            self.inputs.append("C0$In")
        self.parts.append(Part(name, (*lines, "}")))
        self.inputs.append(name)
        self.order.append(name)

    def _virtual(self, name: str, parent: str) -> list[str]:
        """Return the method `f`, or nothing if it is inherited."""
        access = "public int f(int k) {"
        if parent and self.chance(30):
            return []
        bodies = [
            ["return k + x;"],
            ["return k - 1;"],
            ["?k > 3", "  return x;", "}", "return k;"],
            ["throw new IllegalStateException();"],
            ["return next.x;"],
        ]
        if parent:
            bodies.append(["return super.f(k) * 2;"])
        body = self.random.choices(bodies, [4, 3, 3, 1, 2, *([3] if parent else [])])[0]
        return [f"  {access}", "    @", *(f"    {line}" for line in body), "  }"]

    def _enum(self) -> None:
        constants = self.world.enums["E0"]
        bodies = self.chance(30)
        texts = [f"{name}({at * 2})" for at, name in enumerate(constants)]
        if bodies:
            texts[-1] += " { public int f(int k) { return k + 7; } }"
        lines = [
            "enum E0 {",
            f"  {', '.join(texts)};",
            "  final int v;",
            "  E0(int v) { this.v = v; }",
            "  public int f(int k) {",
            "    return k + v;",
            "  }",
        ]
        if self.chance(30):
            lines += ["  static {", *(f"    {text}" for text in self._effects("E0")), "  }"]
        self.parts.append(Part("E0", (*lines, "}")))
        self.order.append("E0")
        self.named.append("E0")

    def _holder(self, name: str) -> None:
        """Add a class, nested class or interface with static objects."""
        kind = self.random.choice(("class", "class", "nested", "interface"))
        written = f"U.{name}" if kind == "nested" else name
        binary = f"U${name}" if kind == "nested" else name
        words = "" if kind == "interface" else "static final "
        lines = [
            {"class": f"class {name} {{", "nested": f"static class {name} {{", "interface": f"interface {name} {{"}[
                kind
            ]
        ]
        made: list[StaticField] = []
        for at in range(self.random.randint(1, 4)):
            type_name, value = self._object()
            same = [known for known in (*self.world.constants, *made) if known.type == type_name]
            if same and self.chance(20):
                value = self.random.choice(same).text
            lines.append(f"  {words}{type_name} K{at} = {value};")
            made.append(StaticField(f"{written}.K{at}", type_name, kind == "interface"))
        if kind != "interface" and self.chance(50):
            lines += ["  static int n;", "  static {", *(f"    {text}" for text in self._effects(written)), "  }"]
            self.world.counters.append(f"{written}.n")
        if self.chance(30):
            lines.append(f"  {words}int Z = 5;")
            self.world.plain_constants.append(f"{written}.Z")
        self.world.constants += made
        self.parts.append(Part(binary, (*lines, "}"), kind == "nested"))
        self.order.append(binary)
        self.named.append(binary)

    def _object(self) -> tuple[str, str]:
        name = self.random.choice(list(self.parents))
        number = self.random.choice((1, 5, 127, 128, 1000))
        choices = (
            ("C0", f"new {name}()"),
            ("C0", f"new {name}()"),
            (name, f"new {name}()"),
            ("C0[]", f"{{new {name}(), null}}"),
            ("int[]", "{1, 2}"),
            ("String", self.random.choice(('new String("a")', 'new String("k")', 'new String("")'))),
            ("String", '"a" + U.cnt'),
            ("Integer", str(number)),
            ("Integer", f"new Integer({number})"),
            ("Long", f"{number}L"),
            ("Object", self.random.choice(("new Object()", f"new {name}()", 'new String("a")', "new int[1]"))),
            ("Object", self.random.choice(("(Runnable) () -> {}", "java.util.List.of(7)", "new long[0][1]"))),
            ("Object[]", "new Object[1]"),
        )
        return self.random.choice(choices)

    def _failing(self) -> None:
        cause = self.random.choice(
            (
                "if (U.yes) throw new IllegalStateException();",
                "v = 1 / U.zero;",
                "v = (new int[0])[U.zero];",
                'Object o = U.last; v = ((C0) (Object) "a").x;',
            )
        )
        before = self._effects("F0") if self.chance(40) else []
        lines = (
            "class F0 {",
            "  static int v;",
            "  static {",
            *(f"    {text}" for text in before),
            f"    {cause}",
            "  }",
            "  static int get() { return 1; }",
            "}",
        )
        self.parts.append(Part("F0", lines))
        self.order.append("F0")
        self.world.failing.append("F0")
        if self.chance(40):
            asked = self.random.choice(("U.cnt > 0", "U.cnt == 0", "U.last == null", "U.log > 1"))
            lines = (
                "class F1 {",
                "  static int v;",
                "  static {",
                f"    if ({asked}) throw new Oops(1);",
                "    U.log++;",
                "  }",
            )
            self.parts.append(Part("F1", (*lines, "  static int get() { return 2; }", "}")))
            self.world.failing.append("F1")
            self.order.append("F1")
            self.inputs.append("F1")


def make_unit(seed: int, methods: int, without: frozenset[str] = frozenset()) -> Unit:
    """Return the unit of a number. No method tests anything with a tag of `without`."""
    return _Maker(seed).unit(methods, without)
