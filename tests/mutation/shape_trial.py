"""Run a mutant of the shape analysis in a process of its own, and print the verdicts of `prove` on its program.

python tests/mutation/shape_trial.py            all mutants, one line each; exit status 1 if one gets through
python tests/mutation/shape_trial.py NUMBER     the verdicts on one, as JSON
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parent))

from shape_mutant import Edit, ShapeMutant
from shape_mutants import MUTANTS


class _Changed(SourceFileLoader):
    """Loads a module from changed source, without a cache."""

    edits: tuple[Edit, ...] = ()

    def get_code(self, fullname: str):  # type: ignore[no-untyped-def]
        text = Path(self.path).read_text(encoding="utf-8")
        for file, old, new in self.edits:
            if text.count(old) != 1:
                raise SystemExit(f"{file}: {text.count(old)} places to change, not one: {old}")
            text = text.replace(old, new)
        return compile(text, self.path, "exec")


class Finder(MetaPathFinder):
    def __init__(self, edits: tuple[Edit, ...]) -> None:
        self._edits: dict[str, tuple[Edit, ...]] = {}
        for edit in edits:
            name = f"symheap.{edit[0].removesuffix('.py').replace('/', '.')}"
            self._edits[name] = (*self._edits.get(name, ()), edit)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._edits:
            return None
        spec = PathFinder.find_spec(fullname, path)
        assert spec is not None
        assert spec.origin is not None
        loader = _Changed(fullname, spec.origin)
        loader.edits = self._edits[fullname]
        spec.loader = loader
        return spec


def verdicts(mutant: ShapeMutant) -> dict[str, list[str]]:
    """Return the verdict, its reason and the leak status of a mutant: `without` the checker and `checked`."""
    sys.meta_path.insert(0, Finder(mutant.edits))
    return _verdicts(mutant)


def _verdicts(mutant: ShapeMutant) -> dict[str, list[str]]:
    from symheap.session.proofs.proving import Proving
    from symheap.session.proofs.settings import ProveSettings

    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(mutant.program, encoding="utf-8")
        for name, certify in (("without", False), ("checked", True)):
            settings = ProveSettings(
                certify=certify,
                malloc_may_fail=mutant.malloc_may_fail,
                patterns="coarse" if mutant.coarse else "discover",
                timeout=120,
            )
            work = Proving((file,), settings)
            (subject,) = work.load()
            proof = work.proof(subject)
            why = "" if proof.certificate is None else f"{proof.certificate.where}: {proof.certificate.reason}"
            found[name] = [proof.verdict.word.value, proof.verdict.reason, proof.verdict.leak.value, why]
    return found


def trial(number: int) -> dict[str, list[str]]:
    """Return `verdicts` from a new process."""
    done = subprocess.run(
        [sys.executable, __file__, str(number)], capture_output=True, text=True, check=False, timeout=300
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return dict(json.loads(done.stdout))


def is_caught(mutant: ShapeMutant, found: dict[str, list[str]]) -> bool:
    """Whether the mutant proves its program and the checker rejects the proof."""
    without, checked = found["without"], found["checked"]
    is_wrong = without[0] == "safe" and (not mutant.leaks or without[2] == "none")
    return is_wrong and checked[:2] == ["unknown", "unchecked"]


def main() -> int:
    if len(sys.argv) > 1:
        print(json.dumps(verdicts(MUTANTS[int(sys.argv[1])])))
        return 0
    caught = 0
    for number, mutant in enumerate(MUTANTS):
        result = trial(number)
        caught += is_caught(mutant, result)
        word = "caught" if is_caught(mutant, result) else "NOT CAUGHT"
        print(f"{number:2} {word}: {mutant.id}: {result['without'][:3]} -> {result['checked']}", flush=True)
    print(f"{caught} of {len(MUTANTS)} caught")
    return int(caught < len(MUTANTS))


if __name__ == "__main__":
    sys.exit(main())
