"""Explores on request: the part of the fuzzer that runs in the interpreter under test.

A request is a line of JSON, the arguments of `symheap explore`; so is an answer. This file imports only the public
command, so that it works with any checkout.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout


def explore(arguments: list[str]) -> dict[str, object]:
    from symheap.cli import main

    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["explore", *arguments])
    text = out.getvalue()
    document = json.loads(text) if text.startswith("{") else None
    if document is not None:
        for result in document["results"]:
            result.pop("smt2", None)
    return {"status": status, "document": document, "error": err.getvalue()[-2000:]}


def serve() -> None:
    answers = sys.stdout
    for line in sys.stdin:
        try:
            answer = explore(json.loads(line))
        except Exception as error:
            answer = {"status": 4, "document": None, "error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
