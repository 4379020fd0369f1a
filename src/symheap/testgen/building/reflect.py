"""Create objects that no short sequence of calls creates: by the helper class if allowed, else approximately."""

from __future__ import annotations

from symheap.lang.java.classes import JavaField
from symheap.lang.java.inputs.stubs import is_stub
from symheap.lang.java.values.types import descriptor_of, is_array, source_name
from symheap.testgen.building.context import Context
from symheap.testgen.building.match import Wrong
from symheap.testgen.building.search.search import ROUNDS, Attempt, Search
from symheap.testgen.building.steps import BuildState
from symheap.testgen.building.stubs.code import above_of


class Stuck(Exception):
    """No permitted operation creates the object."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def otherwise(context: Context, search: Search) -> Attempt:
    """Create an object for which the search has failed.  Raises `Stuck`."""
    try:
        return _by_helper(context, search)
    except Stuck:
        at = context.mode.loose
        if at is None or len(search.nearest) <= at:
            raise
    nearest = search.nearest[at]
    state: BuildState | None = nearest.state
    for wrong in nearest.mendable:
        state = None if state is None else search.changed(state, nearest, wrong, by_helper=False)
    context.target.opaque.add(search.number)
    return search.attempt(state or nearest.state, nearest.made.number, nearest.calls)


def _by_helper(context: Context, search: Search) -> Attempt:
    """Create an object by a constructor if possible, so that only the remaining fields have to be set."""
    class_name = search.class_name
    if is_stub(class_name) and not search.first:
        raise Stuck(f"a test cannot have a class below {named(above_of(class_name))}")
    if not context.target.is_user(class_name):
        raise Stuck(_closed(context, search))
    if not context.mode.helper:
        raise Stuck(f"no short sequence of calls makes the {named(class_name)} that the path needs")
    tried = (*search.first, *search.nearest)
    fitting = [a for a in tried if all(_can_set(context, search, a, w) for w in a.others)]
    attempt = min(fitting, key=lambda a: (len(a.others), a.cost), default=None) or _created(context, search)
    for _ in range(ROUNDS):
        state: BuildState | None = attempt.state
        for wrong in (*attempt.mendable, *attempt.others):
            state = None if state is None else search.changed(state, attempt, wrong, by_helper=True)
        if state is None:
            break
        attempt = search.attempt(state, attempt.made.number, 0)
        if not attempt.stuck and not attempt.mendable:
            return attempt
    raise Stuck(f"the fields of {named(class_name)} cannot be set as the path needs them")


def _created(context: Context, search: Search) -> Attempt:
    class_name = search.class_name
    if context.target.table.world.find(class_name).is_record:
        raise Stuck(f"no call of its constructor makes the {named(class_name)} that the path needs")
    state = context.workshop.apply(search.start, context.members.create(class_name))
    if state is None:
        raise Stuck(f"no object of {named(class_name)} can be made")
    attempt = search.attempt(state, state.steps[-1].made, 0)
    wrong = next((w for w in attempt.others if not _can_set(context, search, attempt, w)), None)
    if wrong is not None:
        raise Stuck(_why(context, wrong, class_name))
    return attempt


def _can_set(context: Context, search: Search, attempt: Attempt, wrong: Wrong) -> bool:
    """Whether the helper can set a field: of a user class that is not a record, in an object that has an expression."""
    declared = _declared(context, wrong, attempt.state)
    owner = context.made_operand(attempt.state, wrong.at)
    if declared is None or owner is None or search.wanted(wrong, attempt.state, attempt.match) is None:
        return False
    java_class = context.target.table.world.find(declared.owner)
    return java_class.is_user and not java_class.is_record


def _declared(context: Context, wrong: Wrong, state: BuildState) -> JavaField | None:
    class_name = state.heap.class_of(wrong.at)
    if is_array(class_name) or isinstance(wrong.mention.step, int):
        return None
    return context.target.declared(class_name).get(wrong.mention.step)


def _why(context: Context, wrong: Wrong, class_name: str) -> str:
    if wrong.mention.is_reference and int(wrong.mention.value) in context.reasons:
        return context.reasons[int(wrong.mention.value)]
    return f"no short sequence of calls gives field {wrong.mention.step} of {named(class_name)} its value"


def _closed(context: Context, search: Search) -> str:
    mentions = [str(m.step) for m in context.target.mentions(search.number)]
    several = "fields" if len(mentions) > 1 else "field"
    fields = f" with {several} {', '.join(mentions)} as the path needs" if mentions else ""
    return f"no short sequence of calls makes a {named(search.class_name)}{fields}"


def named(class_name: str) -> str:
    return source_name(descriptor_of(class_name))
