"""Bases of the generated resources."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from ._answers import Page
from ._errors import GoneError
from ._models import Tombstone
from ._operation import Arguments, CommonOptions, Kind, Operation, without_omitted
from ._transport import AsyncTransport, Transport
from ._walks import ChangeWalk, Deleted, KeyedWalk, OffsetWalk, Updated, run, run_async

T = TypeVar("T")


OnGap = Callable[[GoneError], None]


def _with_query(arguments: Arguments, query: dict[str, Any]) -> Arguments:
    return replace(arguments, query={**arguments.query, **query})


def _list_walk(arguments: Arguments, is_keyed: bool) -> KeyedWalk[Any] | OffsetWalk[Any]:
    """Returns the walk of a list: by creation, unless the caller names an order."""
    has_order = "sort" in without_omitted(arguments.query)
    return KeyedWalk() if is_keyed and not has_order else OffsetWalk()


def _feed_query(after: str | None, wait: int) -> dict[str, Any]:
    query: dict[str, Any] = {"limit": 200, "wait": max(1, wait)}
    return query if after is None else {**query, "after": after}


def _is_gap(error: GoneError, on_gap: OnGap | None) -> bool:
    return error.code == "cursor_expired" and on_gap is not None


class Resource:
    """Base of the resources of a client that waits for answers."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _iterate(
        self,
        operation: Operation,
        rows: Kind[list[T]],
        arguments: Arguments,
        options: CommonOptions,
        *,
        is_keyed: bool,
    ) -> Iterator[T]:
        def fetch(query: dict[str, Any]) -> Page[T]:
            return self._transport.page(operation, rows, _with_query(arguments, query), options)

        return run(_list_walk(arguments, is_keyed), fetch)

    def _changes(
        self,
        operation: Operation,
        rows: Kind[list[T | Tombstone]],
        arguments: Arguments,
        options: CommonOptions,
        *,
        since: datetime | None,
    ) -> Iterator[Updated[T] | Deleted]:
        def fetch(query: dict[str, Any]) -> Page[T | Tombstone]:
            return self._transport.page(operation, rows, _with_query(arguments, query), options)

        return run(ChangeWalk[T](since), fetch)

    def _follow(
        self,
        operation: Operation,
        pages: Kind[Any],
        arguments: Arguments,
        options: CommonOptions,
        *,
        after: str | None,
        wait: int,
        on_gap: OnGap | None,
    ) -> Iterator[Any]:
        cursor = after
        while True:
            query = _feed_query(cursor, wait)
            try:
                page = self._transport.value(operation, pages, _with_query(arguments, query), options)
            except GoneError as error:
                if not _is_gap(error, on_gap):
                    raise
                cursor = None
                if on_gap is not None:
                    on_gap(error)
                continue
            yield from page.events
            cursor = page.next_cursor


class AsyncResource:
    """Base of the resources of a client that awaits answers."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def _iterate(
        self,
        operation: Operation,
        rows: Kind[list[T]],
        arguments: Arguments,
        options: CommonOptions,
        *,
        is_keyed: bool,
    ) -> AsyncIterator[T]:
        async def fetch(query: dict[str, Any]) -> Page[T]:
            return await self._transport.page(operation, rows, _with_query(arguments, query), options)

        return run_async(_list_walk(arguments, is_keyed), fetch)

    def _changes(
        self,
        operation: Operation,
        rows: Kind[list[T | Tombstone]],
        arguments: Arguments,
        options: CommonOptions,
        *,
        since: datetime | None,
    ) -> AsyncIterator[Updated[T] | Deleted]:
        async def fetch(query: dict[str, Any]) -> Page[T | Tombstone]:
            return await self._transport.page(operation, rows, _with_query(arguments, query), options)

        return run_async(ChangeWalk[T](since), fetch)

    async def _follow(
        self,
        operation: Operation,
        pages: Kind[Any],
        arguments: Arguments,
        options: CommonOptions,
        *,
        after: str | None,
        wait: int,
        on_gap: OnGap | None,
    ) -> AsyncIterator[Any]:
        cursor = after
        while True:
            query = _feed_query(cursor, wait)
            try:
                page = await self._transport.value(operation, pages, _with_query(arguments, query), options)
            except GoneError as error:
                if not _is_gap(error, on_gap):
                    raise
                cursor = None
                if on_gap is not None:
                    on_gap(error)
                continue
            for event in page.events:
                yield event
            cursor = page.next_cursor
