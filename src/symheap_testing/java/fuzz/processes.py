"""The two machines: a JVM that compiles and runs units, and an interpreter that explores them."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

MACHINE = Path(__file__).with_name("machine")
WORKER = MACHINE / "explore_worker.py"
FLAGS = (
    *("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-OmitStackTraceInFastThrow", "-Xss1m", "-Xmx700m"),
    *("--add-opens", "java.base/java.util=ALL-UNNAMED", "--add-opens", "java.base/java.lang=ALL-UNNAMED"),
    *("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote", "-XX:MaxMetaspaceSize=400m", "-ea"),
)


class Stopped(Exception):
    """Raised when a process did not answer in time, or died."""


class Lines:
    """A process that answers lines with lines. It is restarted after it was stopped."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._command = command
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None
        self._rest = b""

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._rest = b""
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=dict(self._environment),
                process_group=0,
            )
        return self._process

    def ask(self, line: str, seconds: float, last: bytes | None = None) -> list[str]:
        """Return the lines of the answer: one, or all before the line `last`."""
        process = self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except OSError:
            self.close()
            raise Stopped("the process died") from None
        answer: list[str] = []
        end = time.monotonic() + seconds
        while True:
            text = self._line(process, end)
            if text == last:
                return answer
            answer.append(text.decode())
            if last is None:
                return answer

    def _line(self, process: subprocess.Popen[bytes], end: float) -> bytes:
        assert process.stdout is not None
        while b"\n" not in self._rest:
            ready, _, _ = select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                self.close()
                raise Stopped("no answer in time")
            read = os.read(process.stdout.fileno(), 1 << 20)
            if not read:
                self.close()
                raise Stopped("the process died")
            self._rest += read
        text, _, self._rest = self._rest.partition(b"\n")
        return text

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
            self._process = None


def compiled_machine(folder: Path) -> Path:
    """Compile the JVM's side into a folder."""
    sources = sorted(str(path) for path in MACHINE.glob("*.java"))
    command = ["javac", "-nowarn", "-Xlint:none", "-XDenableSunApiLintControl", "-d", str(folder), *sources]
    subprocess.run(command, check=True, capture_output=True)
    return folder


class Jvm:
    """A JVM with the classes of `machine/`."""

    def __init__(self, classes: Path, environment: Mapping[str, str]) -> None:
        command = ["java", *FLAGS, "-cp", str(classes), "Machine"]
        unset = {key: value for key, value in environment.items() if key != "FUZZ_UNSET"}
        self._lines = Lines(command, {**unset, "FUZZ_SET": "1"})

    def ask(self, *words: str, seconds: float = 60.0) -> list[list[str]]:
        lines = self._lines.ask("\t".join(words), seconds, b".")
        answer = [line.split("\t") for line in lines]
        if answer and answer[0][0] == "error":
            raise ValueError(answer[0][1])
        return answer

    def close(self) -> None:
        self._lines.close()


class Explorer:
    """An interpreter in which symheap is installed; after `RENEW` explorations a new process is started.

    An exploration is interrupted after `cpu_seconds` of processor time, and killed after `seconds`.
    """

    RENEW = 150

    def __init__(
        self,
        interpreter: str,
        options: Sequence[str],
        seconds: float,
        environment: Mapping[str, str],
        cpu_seconds: float = 0.0,
    ) -> None:
        self._lines = Lines([interpreter, str(WORKER), str(cpu_seconds)], environment)
        self._options = options
        self._seconds = seconds
        self._asked = 0

    def explore(self, target: str) -> dict[str, Any]:
        if self._asked == self.RENEW:
            self.close()
        self._asked += 1
        request = [target, "--format", "json", "--with", "all", "--no-store", *self._options]
        document: dict[str, Any] = json.loads(self._lines.ask(json.dumps(request), self._seconds)[0])
        return document

    def close(self) -> None:
        self._asked = 0
        self._lines.close()
