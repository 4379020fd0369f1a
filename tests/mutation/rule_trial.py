"""Run the test of a rule with the rule's mutant in place.

python tests/mutation/rule_trial.py            all mutants, one line each; exit status 1 if one gets through
python tests/mutation/rule_trial.py ID TEST    pytest on TEST with the mutant ID; "" is the unchanged code
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from machine_rule_mutants import JAVALITE, OTHERS, POSE_MACHINE
from rule_mutant import RuleMutant
from shape_trial import Finder
from slayer_mutants import SLAYER

RULE_MUTANTS = (*JAVALITE, *OTHERS, *POSE_MACHINE, *SLAYER)
TESTS = Path(__file__).parents[1]
FAILED = 1
"""The exit status of pytest if tests failed; other ones mean that it could not run them."""


def status(test: str, mutant: str = "") -> int:
    """Return the exit status of pytest on a test below tests, in a new process."""
    command = [sys.executable, __file__, mutant, str(TESTS / test)]
    return subprocess.run(command, capture_output=True, check=False, timeout=500).returncode


def is_caught(mutant: RuleMutant) -> bool:
    return status(mutant.test, mutant.id) == FAILED


def run(name: str, test: str) -> int:
    import pytest

    if name:
        (edits,) = (mutant.edits for mutant in RULE_MUTANTS if mutant.id == name)
        sys.meta_path.insert(0, Finder(edits))
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", test]))


def main() -> int:
    if len(sys.argv) > 1:
        return run(*sys.argv[1:])
    caught = 0
    for mutant in RULE_MUTANTS:
        noticed = is_caught(mutant)
        caught += noticed
        print(f"{'caught' if noticed else 'NOT CAUGHT'}: {mutant.id}: {mutant.rule}: {mutant.note}", flush=True)
    print(f"{caught} of {len(RULE_MUTANTS)} caught")
    return int(caught < len(RULE_MUTANTS))


if __name__ == "__main__":
    sys.exit(main())
