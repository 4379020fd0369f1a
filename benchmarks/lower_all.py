"""Lower every method of a JDK's java.base, and print counts, time and what was refused.

python benchmarks/lower_all.py [--jdk HOME] [--prefix java.util.] [--limit 1000]
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator

from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.jdk import find_jdk
from symheap.lang.java.lower import lower
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.world import World
from symheap.objects import ir

BASE = (
    *(f"java.{part}." for part in ("io", "lang", "math", "net", "nio", "security", "text", "time", "util")),
    *(f"javax.{part}." for part in ("crypto", "net", "security")),
    *("com.sun.crypto.", "jdk.internal.", "sun."),
)
"""Packages of java.base, and some of other modules."""


def methods(world: World, names: list[str]) -> Iterator[JavaMethod]:
    for name in names:
        try:
            java_class = world.find(name)
        except (NotFound, Malformed) as missing:
            print(f"not linked: {name}: {missing}")
            continue
        yield from (m for m in java_class.methods.values() if not m.is_native and not m.is_abstract)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--jdk")
    parser.add_argument("--prefix", action="append")
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    jdk = find_jdk(options.jdk, os.environ)
    world = World(ClassPath((), jdk))
    initial = InitialObjects(world)
    table = JavaTable(world, (), initial)
    names = [n for n in jdk.container.names() if n.startswith(tuple(options.prefix or BASE))][: options.limit]
    instructions = made = moves = count = largest = 0
    seconds = 0.0
    refused: Counter[str] = Counter()
    for method in methods(world, names):
        assert method.code is not None
        start = time.process_time()
        lowered = lower(world, initial, table, method)
        seconds += time.process_time() - start
        count += 1
        instructions += len(method.code.instructions)
        every = [i for block in lowered.blocks for i in block]
        made += len(every)
        moves += sum(isinstance(i, ir.Move) for i in every)
        largest = max(largest, lowered.registers)
        refused.update(i.what.partition(":")[0] for i in every if isinstance(i, ir.Refuse))
    print(f"JDK {jdk.version}: {len(names)} classes, {count} methods, {instructions} instructions")
    ratio, each = made / max(1, instructions), 1e6 * seconds / max(1, instructions)
    print(f"IR: {made} instructions ({ratio:.2f} of bytecode), {moves} moves, <= {largest} registers")
    print(f"{seconds:.1f} s, {each:.1f} us for each instruction")
    for what, times in refused.most_common():
        print(f"{times:6} {what}")


if __name__ == "__main__":
    main()
