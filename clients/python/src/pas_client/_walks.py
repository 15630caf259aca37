"""Walks over lists, changes and the feed: each decides the next query and sorts out the rows of its answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Generic, Protocol, TypeVar

from ._answers import Page
from ._models import Tombstone

Row = TypeVar("Row")
Item = TypeVar("Item")
Answer = TypeVar("Answer")
AnswerIn = TypeVar("AnswerIn", contravariant=True)
ItemOut = TypeVar("ItemOut", covariant=True)

PAGE_SIZE = 200
#: Rows of the last seconds are read again, since transactions commit out of order.
OVERLAP = timedelta(seconds=15)
_BEGINNING = datetime(1970, 1, 1, tzinfo=timezone.utc)


class Walk(Protocol[AnswerIn, ItemOut]):
    """A walk over pages."""

    def next_query(self) -> dict[str, Any] | None:
        """Returns the query of the next page; None at the end."""
        ...

    def accept(self, answer: AnswerIn) -> Sequence[ItemOut]:
        """Returns the new items of a page."""
        ...


def run(walk: Walk[Answer, Item], fetch: Callable[[dict[str, Any]], Answer]) -> Iterator[Item]:
    """Yields the items of a walk."""
    while (query := walk.next_query()) is not None:
        yield from walk.accept(fetch(query))


async def run_async(
    walk: Walk[Answer, Item], fetch: Callable[[dict[str, Any]], Awaitable[Answer]]
) -> AsyncIterator[Item]:
    """Yields the items of a walk."""
    while (query := walk.next_query()) is not None:
        for item in walk.accept(await fetch(query)):
            yield item


class OffsetWalk(Generic[Row]):
    """Reads a list in the order that the caller asked for. A row that moves meanwhile may be missed or come twice."""

    def __init__(self) -> None:
        self._offset: int | None = 0

    def next_query(self) -> dict[str, Any] | None:
        return None if self._offset is None else {"limit": PAGE_SIZE, "offset": self._offset}

    def accept(self, answer: Page[Row]) -> list[Row]:
        self._offset = answer.offset + len(answer.items) if answer.has_more and answer.items else None
        return list(answer.items)


class KeyedWalk(Generic[Row]):
    """
    Reads a list by creation. A row that exists during the whole walk comes exactly once, also when others are added or
    deleted.

    Each page overlaps the last one by a row. A page that begins behind the last row shows that earlier rows were
    deleted, so the walk steps back.
    """

    def __init__(self) -> None:
        self._offset: int | None = 0
        self._last: tuple[datetime, str] | None = None

    def next_query(self) -> dict[str, Any] | None:
        if self._offset is None:
            return None
        return {"limit": PAGE_SIZE, "offset": self._offset, "sort": "createdAt"}

    def accept(self, answer: Page[Row]) -> list[Row]:
        last = self._last
        keys = [_key(row) for row in answer.items]
        if last is not None and answer.offset > 0 and (not keys or keys[0] > last):
            self._offset = max(0, answer.offset - answer.limit)
            return []
        rows = [row for row, key in zip(answer.items, keys, strict=True) if last is None or key > last]
        self._last = keys[-1] if keys else last
        self._offset = answer.offset + len(keys) - 1 if answer.has_more and len(keys) > 1 else None
        return rows


def _key(row: Any) -> tuple[datetime, str]:
    return (row.created_at, row.id)


@dataclass(frozen=True)
class Updated(Generic[Row]):
    """A row that was created or changed."""

    row: Row
    #: Send the latest one as `since` to continue later.
    at: datetime


@dataclass(frozen=True)
class Deleted:
    """A row that was deleted."""

    id: str
    at: datetime


class ChangeWalk(Generic[Row]):
    """Reads what changed since a time, the oldest change first, up to now."""

    def __init__(self, since: datetime | None) -> None:
        self._since = _BEGINNING if since is None else since - OVERLAP
        self._offset: int | None = 0
        self._seen: set[tuple[str, datetime]] = set()

    def next_query(self) -> dict[str, Any] | None:
        if self._offset is None:
            return None
        return {
            "limit": PAGE_SIZE,
            "offset": self._offset,
            "sort": "updatedAt",
            "updatedSince": self._since,
            "includeDeleted": True,
        }

    def accept(self, answer: Page[Row | Tombstone]) -> list[Updated[Row] | Deleted]:
        changes = [_to_change(row) for row in answer.items]
        keys = [_change_key(change) for change in changes]
        fresh = [change for change, key in zip(changes, keys, strict=True) if key not in self._seen]
        if not answer.has_more or not changes:
            self._offset = None
            return fresh
        last = changes[-1].at
        if last != self._since:
            self._since, self._offset, self._seen = last, 0, set()
        else:
            self._offset = answer.offset + len(changes)
        self._seen |= {key for key in keys if key[1] == last}
        return fresh


def _to_change(row: Any) -> Updated[Any] | Deleted:
    return Deleted(row.id, row.deleted_at) if isinstance(row, Tombstone) else Updated(row, row.updated_at)


def _change_key(change: Updated[Any] | Deleted) -> tuple[str, datetime]:
    return (change.id if isinstance(change, Deleted) else str(change.row.id), change.at)
