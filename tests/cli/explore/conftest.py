"""Programs on which several commands are run."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import pytest
from java_box import BOX

from symheap_testing.java.sources import some_jdk


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Box as source, as a class in a folder and as a jar."""
    made = tmp_path_factory.mktemp("box")
    (made / "Box.java").write_text(BOX)
    jdk = some_jdk()
    assert jdk is not None
    subprocess.run([jdk.javac(), "-g", "-d", made / "classes", made / "Box.java"], check=True)
    with zipfile.ZipFile(made / "box.jar", "w") as jar:
        jar.write(made / "classes" / "Box.class", "Box.class")
    return made
