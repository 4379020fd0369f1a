"""The helper class, on the JDKs of this environment: without a flag, and without a warning."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from symheap.testgen.building.helper import HELPER, helper_source
from symheap_testing.java.corpus import jdk_for

MAIN = r"""
package p;

import java.util.List;

class Main {
    static class Base { private int hidden = 1; protected long v = 2; }
    static class Derived extends Base {
        final String name;
        byte v = 3;
        static int made;
        Derived(String name) { this.name = name.trim(); made++; }
    }
    private static final class Secret { private final char letter = Character.valueOf('a'); private Secret next; }
    private record Pair(int x, String s) { Pair { if (x < 0) throw new IllegalArgumentException("negative"); } }
    class Inner { int seen; }
    abstract static class Shape { double area; }

    public static void main(String[] args) throws Exception {
        Derived d = TestObjects.create(Derived.class);
        print(d.name, d.v, Derived.made);
        TestObjects.set(d, "name", "n");
        TestObjects.set(d, "v", (byte) 7);
        TestObjects.set(d, Base.class, "v", 8L);
        TestObjects.set(d, "hidden", 9);
        print(d.name, d.v, TestObjects.get(d, Base.class, "v"), TestObjects.get(d, "hidden"));
        Object secret = TestObjects.create("p.Main$Secret");
        TestObjects.set(secret, "letter", 'x');
        TestObjects.set(secret, "next", secret);
        print(((Secret) secret).letter, TestObjects.get(secret, "next") == secret);
        Object pair = TestObjects.createRecord("p.Main$Pair", 4, "s");
        print(pair, TestObjects.get(pair, "x"));
        TestObjects.setStatic(Derived.class, "made", 5);
        print(TestObjects.getStatic(Derived.class, "made"));
        Object[] secrets = TestObjects.array("p.Main$Secret", 2);
        secrets[1] = secret;
        print(secrets.length, secrets.getClass().getName());
        Inner inner = TestObjects.create(Inner.class);
        print(inner.seen);
        for (Runnable bad : List.<Runnable>of(
                () -> TestObjects.get(d, "absent"),
                () -> TestObjects.set(pair, "x", 1),
                () -> TestObjects.createRecord("p.Main$Pair", -1, "s"),
                () -> TestObjects.create("p.Absent"),
                () -> TestObjects.create(Shape.class))) {
            try {
                bad.run();
                print("no exception");
            } catch (IllegalArgumentException | IllegalStateException e) {
                print(e.getMessage());
            }
        }
    }

    private static void print(Object... values) { System.out.println(java.util.Arrays.toString(values)); }
}
"""


@pytest.mark.parametrize("feature", [17, 25])
def test_the_helper_on_a_jdk(feature: int, tmp_path: Path) -> None:
    jdk = jdk_for(feature)
    if jdk is None:
        pytest.skip("no JDK of that version with javac")
    (tmp_path / "Main.java").write_text(MAIN)
    (tmp_path / f"{HELPER}.java").write_text(helper_source("p"))
    javac = [str(jdk.javac()), "-Xlint:all", "-Werror", "-d", ".", f"{HELPER}.java"]
    compiled = subprocess.run(javac, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (compiled.returncode, compiled.stdout + compiled.stderr) == (0, "")
    subprocess.run([str(jdk.javac()), "-cp", ".", "-d", ".", "Main.java"], cwd=tmp_path, check=True)
    java = [str(jdk.java()), "-cp", ".", "p.Main"]
    ran = subprocess.run(java, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert ran.stdout.splitlines() == [
        "[null, 0, 0]",
        "[n, 7, 8, 9]",
        "[x, true]",
        "[Pair[x=4, s=s], 4]",
        "[5]",
        "[2, [Lp.Main$Secret;]",
        "[0]",
        "[no field absent in p.Main$Derived]",
        "[cannot set private final int p.Main$Pair.x]",
        "[cannot create a p.Main$Pair]",
        "[no class p.Absent]",
        "[cannot create a p.Main$Shape]",
    ]
