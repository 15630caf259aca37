"""Lists, changes and the feed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import anyio
import pytest

from conftest import Answer, Caller, Request, ScriptedServer, problem, unit
from pas_client import AdminClient, AsyncAdminClient, Deleted, GoneError, Updated

START = datetime(2026, 3, 1, tzinfo=timezone.utc)
Rows = list[dict[str, Any]]


def text(at: datetime) -> str:
    """Returns a time as the service answers it."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def rows_of(count: int, per_moment: int = 1) -> Rows:
    """Returns units, of which several were created at the same moment."""
    times = [text(START + timedelta(seconds=number // per_moment)) for number in range(count)]
    return [unit(id=f"unit_{number:04}", createdAt=at, updatedAt=at) for number, at in enumerate(times)]


def list_of(rows: Rows, after_page: Callable[[int], None] = lambda _: None) -> Callable[[Request], Answer]:
    """Answers as the list of these rows, which may change after each page."""
    pages = 0

    def handle(request: Request) -> Answer:
        nonlocal pages
        query = request.query
        since = query.get("updatedSince", "")
        found = [row for row in rows if str(row.get("updatedAt") or row["deletedAt"]) >= since[:19]]
        limit, offset = int(query["limit"]), int(query["offset"])
        body = {"units": found[offset : offset + limit], "total": len(found), "limit": limit, "offset": offset}
        pages += 1
        after_page(pages)
        return Answer(200, body)

    return handle


def ids(rows: list[Any]) -> list[str]:
    return [row.id for row in rows]


def test_a_walk_reads_every_row_once(server: ScriptedServer, call: Caller) -> None:
    server.handle = list_of(rows_of(450, per_moment=50))
    found = call("units.iterate", property_id="prop_1")
    assert ids(found) == [f"unit_{number:04}" for number in range(450)]
    assert {request.query["sort"] for request in server.requests} == {"createdAt"}
    assert {request.query["propertyId"] for request in server.requests} == {"prop_1"}


def test_a_walk_misses_no_row_when_earlier_ones_are_deleted(server: ScriptedServer, call: Caller) -> None:
    rows = rows_of(900)

    def delete(page: int) -> None:
        if page == 2:
            del rows[:350]

    server.handle = list_of(rows, delete)
    found = call("units.iterate")
    assert ids(found) == [f"unit_{number:04}" for number in range(900)]


def test_a_walk_ends_when_all_rows_are_deleted(server: ScriptedServer, call: Caller) -> None:
    rows = rows_of(500)
    server.handle = list_of(rows, lambda _: rows.clear())
    assert len(call("units.iterate")) == 200


def test_a_walk_in_another_order_reads_by_position(server: ScriptedServer, call: Caller) -> None:
    server.handle = list_of(rows_of(250))
    assert len(call("units.iterate", sort=["label", "-createdAt"])) == 250
    assert [request.query["sort"] for request in server.requests] == ["label,-createdAt"] * 2


def test_changes_come_in_order_with_deletions(server: ScriptedServer, call: Caller) -> None:
    rows = rows_of(450, per_moment=90)
    rows[300] = {"id": "unit_0300", "deletedAt": rows[300]["updatedAt"]}
    server.handle = list_of(rows)
    changes = call("units.changes", since=START + timedelta(seconds=15))
    assert len(changes) == 450
    assert changes[300] == Deleted("unit_0300", START + timedelta(seconds=3))
    assert isinstance(changes[449], Updated) and changes[449].row.id == "unit_0449"
    assert server.requests[0].query["updatedSince"] == "2026-03-01T00:00:00+00:00"
    assert server.requests[0].query["includeDeleted"] == "true"


def test_more_changes_of_one_moment_than_a_page_holds_all_come(server: ScriptedServer, call: Caller) -> None:
    server.handle = list_of(rows_of(700, per_moment=600))
    changes = call("units.changes")
    assert sorted({change.row.id for change in changes}) == [f"unit_{number:04}" for number in range(700)]


def event(number: int, type_: str = "invite.created") -> dict[str, Any]:
    """Returns an event of the feed."""
    return {
        "id": f"ev_{number}",
        "type": type_,
        "timestamp": text(START),
        "data": {"invite": None},
        "cursor": f"cursor-{number}",
    }


def feed(request: Request) -> Answer:
    """Answers as a feed whose oldest cursor expired."""
    after = request.query.get("after")
    if after == "expired":
        return problem(410, "cursor_expired")
    if after is None:
        return Answer(200, {"events": [event(1), event(2, "moon.rose")], "nextCursor": "cursor-2"})
    return Answer(200, {"events": [event(3)], "nextCursor": "cursor-3"})


def test_the_feed_continues_after_a_gap(server: ScriptedServer) -> None:
    server.handle = feed
    gaps: list[GoneError] = []
    with AdminClient(server.url, "key-1") as client:
        events = client.events.follow(after="expired", types=["invite.created"], on_gap=gaps.append)
        assert [next(events).cursor for _ in range(3)] == ["cursor-1", "cursor-2", "cursor-3"]
    assert [gap.code for gap in gaps] == ["cursor_expired"]
    assert {request.query["wait"] for request in server.requests} == {"25"}
    assert {request.query["types"] for request in server.requests} == {"invite.created"}


def test_the_async_feed_raises_a_gap_without_a_handler(server: ScriptedServer) -> None:
    server.handle = feed

    async def read() -> list[str]:
        async with AsyncAdminClient(server.url, "key-1") as client:
            types: list[str] = []
            async for found in client.events.follow():
                types.append(found.type)
                if len(types) == 2:
                    break
            async for found in client.events.follow(after="expired"):
                types.append(found.type)
            return types

    with pytest.raises(GoneError):
        anyio.run(read)
    assert [request.query.get("after") for request in server.requests] == [None, "expired"]
