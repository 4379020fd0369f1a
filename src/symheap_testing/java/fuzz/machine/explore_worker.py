"""Explores on request: the part of the fuzzer that runs in the interpreter under test.

A request is a line of JSON, the arguments of `symheap explore`; so is an answer. This file imports only the public
command, so that it works with any checkout. With an argument, an exploration is interrupted, as Ctrl-C does it, after
that many seconds of processor time: on a busy machine it finds what it finds on an idle one.
"""

from __future__ import annotations

import io
import json
import signal
import sys
from contextlib import redirect_stderr, redirect_stdout


def explore(arguments: list[str], cpu_seconds: float = 0.0) -> dict[str, object]:
    from symheap.cli import main

    out, err = io.StringIO(), io.StringIO()
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = main(["explore", *arguments])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
    text = out.getvalue()
    document = json.loads(text) if text.startswith("{") else None
    if document is not None:
        for result in document["results"]:
            result.pop("smt2", None)
    return {"status": status, "document": document, "error": err.getvalue()[-2000:]}


def serve(cpu_seconds: float) -> None:
    import symheap.cli  # noqa: F401  # so that no exploration is charged with it

    signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGINT))
    answers = sys.stdout
    for line in sys.stdin:
        try:
            answer = explore(json.loads(line), cpu_seconds)
        except KeyboardInterrupt:
            answer = {"status": 130, "document": None, "error": "stopped: processor time"}
        except Exception as error:
            answer = {"status": 4, "document": None, "error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve(float(sys.argv[1]) if len(sys.argv) > 1 else 0.0)
