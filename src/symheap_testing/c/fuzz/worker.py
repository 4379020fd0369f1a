"""Prove programs one after the other for another process: each request and each answer is a line of JSON.

This file is run by the interpreter of the tested symheap, which may be another version: it uses `symheap.prove` and
nothing else of the package.
"""

import contextlib
import gc
import json
import os
import sys
import time
import traceback
from typing import Any


def main() -> None:
    """Answer until there are no more requests."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import symheap

    for number, line in enumerate(sys.stdin):
        asked = json.loads(line)
        started = time.monotonic()
        answer: dict[str, Any] = {"verdict": "crash", "reason": "", "leak": "unknown"}
        try:
            proof = symheap.prove(asked["files"], timeout=asked["timeout"])
            document: dict[str, Any] = dict(proof.document())
            example = document.get("counterexample") or {}
            answer = {
                "verdict": proof.verdict,
                "reason": proof.reason,
                "leak": proof.leak,
                "inputs": example.get("inputs") or {},
                "findings": [_finding(each) for each in document.get("findings", [])],
                "gaps": [each.get("reason", "") for each in document.get("gaps", [])],
            }
        except (symheap.SourceError, symheap.TargetError) as refused:
            answer |= {"verdict": "refused", "reason": str(refused)}
        except Exception:  # errors of symheap are the purpose of the search
            answer |= {"reason": traceback.format_exc()[-1500:]}
        answer["seconds"] = time.monotonic() - started
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
        if number % 20 == 0:
            gc.collect()


def _finding(each: dict[str, Any]) -> str:
    return f"{each.get('line')}: {each.get('kind')}: {each.get('message')}"


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
