"""Notices that wait under the newest one until somebody has closed it. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from viz_app.state.state import Notice, Snapshot


def changed_notices(before: Snapshot, new: Snapshot, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What a change means for notices beside the newest: a new one covers it, none clears all, another run opens all.

    Of one thing the newest notice alone is true: an engine that stays down was not “started again”, whatever was said
    when it ended before.
    Of a run each remark can be closed once; those of the next run have not been read yet.
    """
    found: dict[str, Any] = {}
    if "problem" in changes and "waiting" not in changes:
        found["waiting"] = _waiting(before, new.problem)
    run, old = new.run, before.run
    if before.closed and run is not old and (run is None or old is None or run.source_ids is not old.source_ids):
        found["closed"] = frozenset()
    return found


def _waiting(before: Snapshot, problem: Notice | None) -> tuple[Notice, ...]:
    if problem is None:
        return ()
    older = (*(() if before.problem is None else (before.problem,)), *before.waiting)
    return tuple(notice for notice in older if notice.what != problem.what)


def without_notice(now: Snapshot, remark: str) -> dict[str, Any]:
    """A remark closed; else the newest notice, and the one before it stands there."""
    if remark:
        return {"closed": now.closed | {remark}}
    return {"problem": next(iter(now.waiting), None), "waiting": now.waiting[1:]}
