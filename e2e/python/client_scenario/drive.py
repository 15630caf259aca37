"""Clients that record the status of each operation, and what their scenarios share."""

import inspect
import sys
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timezone
from typing import Any

import anyio
import anyio.from_thread
import httpx

import pas_client
from pas_client import ApiError, ResponseInfo
from pas_client._resource import AsyncResource

gateway_url, platform_key, mode = sys.argv[1:]
is_async = mode == "async"
statuses: dict[str, int] = {}
codes: dict[str, str] = {}
run_id = uuid.uuid4().hex[:8]
NOW = datetime.now(timezone.utc)
UNKNOWN = "01kb3rt9d5e0p8m6q2v7x4hzjn"


def email(name: str) -> str:
    return f"{name}.{run_id}@example.test"


class Closed:
    """A stream that is closed already."""

    def close(self) -> None:
        """Does nothing."""


class Blocking:
    """An async client whose methods wait, so that one program drives both kinds."""

    def __init__(self, target: Any, portal: anyio.from_thread.BlockingPortal) -> None:
        self._target = target
        self._portal = portal

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._target, name)
        if isinstance(found, AsyncResource):
            return Blocking(found, self._portal)
        if not inspect.ismethod(found):
            return found

        def call(*args: Any, **options: Any) -> Any:
            result = self._portal.call(lambda: found(*args, **options))
            if isinstance(result, httpx.Response):
                self._portal.call(result.aclose)
                return Closed()
            return result

        return call


def open_client(kind: str, stack: ExitStack, *args: Any, **options: Any) -> Any:
    """Opens a client, which records the last status of each operation."""

    def record(response: ResponseInfo) -> None:
        if response.status is not None:
            statuses[f"{kind}.{response.operation}"] = response.status

    name = f"Async{kind}Client" if is_async else f"{kind}Client"
    make = getattr(pas_client, name)
    if not is_async:
        return stack.enter_context(make(gateway_url, *args, on_response=record, **options))
    portal = stack.enter_context(anyio.from_thread.start_blocking_portal())
    return Blocking(portal.call(lambda: _made(make, args, record, options)), portal)


async def _made(make: Any, args: Any, record: Any, options: Any) -> Any:
    return make(gateway_url, *args, on_response=record, **options)


def attempt(call: Callable[[], Any]) -> Any:
    """Makes a call that the service may refuse."""
    try:
        return call()
    except ApiError as error:
        codes[error.operation] = error.code
        return None


def until(call: Callable[[], Any]) -> Any:
    """Repeats a call until it returns something."""
    for _ in range(300):
        if found := call():
            return found
        anyio.run(anyio.sleep, 0.1)
    raise TimeoutError
