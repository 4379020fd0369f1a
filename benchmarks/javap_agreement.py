"""Check that our decoder agrees with javap on every method of a sample of java.base.

python benchmarks/javap_agreement.py --classes 500 [--jdk HOME]
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.files.jimage import open_jimage
from symheap_testing.java.javap import Difference, differences, javap_listings, run_javap

BATCH = 100


def sample(jdk: Jdk, count: int) -> list[str]:
    """Return classes of java.base, evenly spread over their sorted names."""
    names = sorted(open_jimage(jdk.home / "lib" / "modules").names_in("java.base"))
    step = max(1, len(names) // count)
    return names[::step][:count]


def compare(jdk: Jdk, names: list[str]) -> tuple[int, int, list[Difference]]:
    """Return the numbers of methods and instructions compared, and the differences."""
    methods = instructions = 0
    result: list[Difference] = []
    for start in range(0, len(names), BATCH):
        batch = names[start : start + BATCH]
        listings = javap_listings(run_javap(jdk.javap(), batch))
        for name in batch:
            content = jdk.container.read(name)
            if content is None or name not in listings:
                result.append(Difference(name, "", "present", "missing"))
                continue
            parsed = parse(content, jdk.container.where(name))
            methods += len(parsed.methods)
            instructions += sum(len(method.code.instructions) for method in parsed.methods if method.code)
            result.extend(differences(parsed, listings[name]))
    return methods, instructions, result


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--classes", type=int, default=500)
    arguments.add_argument("--jdk")
    options = arguments.parse_args()
    jdk = find_jdk(options.jdk, os.environ)
    names = sample(jdk, options.classes)
    start = time.perf_counter()
    methods, instructions, differing = compare(jdk, names)
    seconds = time.perf_counter() - start
    for each in differing[:20]:
        print(f"{each.class_name} {each.method}\n  ours  {each.ours}\n  javap {each.javap}")
    print(
        f"JDK {jdk.version}: {len(names)} classes, {methods} methods, {instructions} instructions, "
        f"{len(differing)} methods differ ({seconds:.1f} s)"
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
