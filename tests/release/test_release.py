"""The distributions: built, checked, complete, and installed from the file into an empty environment."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "symheap"


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, built as for a release."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, folder=folder)
    return folder


def only(folder: Path, pattern: str) -> Path:
    (file,) = folder.glob(pattern)
    return file


def test_twine_accepts_them(distributions: Path) -> None:
    files = sorted(distributions.iterdir())
    assert [file.suffix for file in files] == [".whl", ".gz"] or [file.suffix for file in files] == [".gz", ".whl"]
    out = run(sys.executable, "-m", "twine", "check", "--strict", *files, folder=distributions)
    assert out.count("PASSED") == 2


def test_the_wheel_has_every_file_of_the_package_and_no_other(distributions: Path) -> None:
    with zipfile.ZipFile(only(distributions, "*.whl")) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    tracked = run("git", "ls-files", "src/symheap", folder=ROOT).split()
    assert packed == {name.removeprefix("src/") for name in tracked}


def test_the_sdist_has_what_its_tests_need(distributions: Path) -> None:
    with tarfile.open(only(distributions, "*.tar.gz")) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    for needed in ("pyproject.toml", "README.md", "LICENSE", "src/symheap_testing/sketch.py", "tests/conftest.py"):
        assert needed in names, needed


def test_the_wheel_works_where_nothing_else_is_installed(distributions: Path, tmp_path: Path) -> None:
    home = tmp_path / "environment"
    venv.create(home, with_pip=True)
    run(home / "bin" / "pip", "install", "--quiet", only(distributions, "*.whl"), folder=tmp_path)
    symheap = home / "bin" / "symheap"
    (tmp_path / "swap.jl").write_text((ROOT / "examples" / "javalite" / "swap.jl").read_text(encoding="utf-8"))
    assert run(symheap, "--version", folder=tmp_path).startswith("symheap ")
    assert "2 paths; complete" in run(symheap, "explore", "swap.jl", "--no-store", folder=tmp_path)
    (tmp_path / "safe.c").write_text("int main(void) { int a[2] = {1, 2}; return a[1]; }\n")
    assert "safe" in run(symheap, "prove", "safe.c", "--no-store", folder=tmp_path)
    run(symheap, "explore", "swap.jl", "--no-store", "--format", "html", "-o", "page.html", folder=tmp_path)
    assert "<html" in (tmp_path / "page.html").read_text(encoding="utf-8")[:400]
    assert run(symheap, "schema", "explore", folder=tmp_path).lstrip().startswith("{")
