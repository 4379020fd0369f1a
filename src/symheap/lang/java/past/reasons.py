"""Why the effects of an initialiser cannot be determined."""

from __future__ import annotations

from symheap.core.outcome import Returned, Threw, Unsupported
from symheap.lang.java.past.trials import Trial, is_deferred
from symheap.objects.steps.machine import End

DEFERRED_TEXT = "keeps a text that only the JVM knows"


def reason_of_trial(trial: Trial) -> str:
    if is_deferred(trial.made.values()):
        return DEFERRED_TEXT
    return "asks what is different in every run" if isinstance(trial.end, Returned) else reason_of(trial.end)


def reason_of(end: End) -> str:
    if isinstance(end, Threw):
        return f"throws {end.exception or end.error.value}"
    return f"unsupported: {end.what}" if isinstance(end, Unsupported) else "does not end within the bounds"
