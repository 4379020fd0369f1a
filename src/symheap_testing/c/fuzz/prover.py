"""A process that proves many programs, and is killed if it does not answer in time."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

_WORKER: Final = Path(__file__).with_name("worker.py")
_GRACE: Final = 60.0
"""Seconds beyond the limit after which a proof counts as hanging: the machine may be busy."""
_START: Final = 60.0
_RENEW: Final = 150
"""Number of programs after which a fresh process is started, since terms are never freed."""


@dataclass(frozen=True, slots=True)
class FuzzVerdict:
    """The verdict of symheap on a program; `word` may also be ``refused``, ``crash`` or ``hang``."""

    word: str
    reason: str = ""
    leak: str = "unknown"
    inputs: dict[str, Any] = field(default_factory=dict)
    findings: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def decided(self) -> bool:
        return self.word in ("safe", "unsafe")


class Prover:
    """Asks symheap in another process; `python` is the interpreter that has it installed."""

    def __init__(self, python: str, seconds: float, folder: Path) -> None:
        self._python, self._seconds, self._folder = python, seconds, folder
        self._process: subprocess.Popen[bytes] | None = None
        self._proved = 0
        self._pending = b""

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
            self._process = None

    def verdict(self, texts: Sequence[str], name: str = "program") -> FuzzVerdict:
        """Return the verdict on a program of these files."""
        self._folder.mkdir(parents=True, exist_ok=True)
        files = []
        for number, text in enumerate(texts):
            file = self._folder / (f"{name}.c" if number == 0 else f"{name}_{number}.c")
            file.write_text(text)
            files.append(str(file))
        fresh = self._process is None or self._proved >= _RENEW
        if fresh:
            self._start()
        self._proved += 1
        answer = self._ask(
            {"files": files, "timeout": self._seconds}, self._seconds + _GRACE + (_START if fresh else 0)
        )
        if answer is None:
            self.close()
            return FuzzVerdict("hang", f"no answer within {_GRACE:.0f} s of its limit")
        return FuzzVerdict(
            answer["verdict"],
            answer.get("reason", ""),
            answer.get("leak", "unknown"),
            answer.get("inputs", {}),
            tuple(answer.get("findings", ())),
            tuple(answer.get("gaps", ())),
            answer.get("seconds", 0.0),
        )

    def _start(self) -> None:
        self.close()
        self._proved, self._pending = 0, b""
        environment = {
            **os.environ,
            "SYMHEAP_CACHE": str(self._folder / "cache"),
            "SYMHEAP_RUNS": str(self._folder / "runs"),
        }
        self._process = subprocess.Popen(
            [self._python, "-P", str(_WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            process_group=0,  # an interrupt of the campaign must not reach the proof
        )

    def _ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any] | None:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            self.close()
            return {"verdict": "crash", "reason": "the process ended"}
        while b"\n" not in self._pending:
            ready, _, _ = select.select([process.stdout], [], [], seconds)
            if not ready:
                return None
            part = os.read(process.stdout.fileno(), 1 << 16)
            if not part:
                self.close()
                return {"verdict": "crash", "reason": "the process ended"}
            self._pending += part
        line, _, self._pending = self._pending.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer
