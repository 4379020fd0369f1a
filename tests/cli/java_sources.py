"""Write and compile Java sources for a command."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from symheap_testing.java.sources import some_jdk


def source(folder: Path, text: str) -> str:
    name = re.search(r"(?:class|interface|enum) (\w+)", text)
    assert name is not None
    (folder / f"{name[1]}.java").write_text(text)
    return f"{name[1]}.java"


def compiled(folder: Path, name: str, *options: str) -> Path:
    jdk = some_jdk()
    assert jdk is not None
    classes = folder / "classes"
    subprocess.run([str(jdk.javac()), *options, "-d", str(classes), str(folder / name)], check=True)
    return classes
