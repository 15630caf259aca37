"""Waits for attempts and imports, and replaces the client's own API key."""

from __future__ import annotations

import inspect
import time
from collections.abc import Awaitable, Callable

import anyio

from ._clients import AdminClient, AsyncAdminClient, AsyncResidentClient, ResidentClient
from ._errors import DeadlineError
from ._models import omit
from ._session import KeyCredential
from .models import admin, mobile

#: Seconds between two reads of a state that cannot be awaited.
_POLL_SECONDS = 0.5
#: Seconds for which the service holds the answer until a state changes.
_WAIT_SECONDS = 10
_WORKING = frozenset({"VALIDATING", "COMMITTING", "REVERTING"})

Attempt = admin.UnlockAttempt | mobile.UnlockAttempt
SaveKey = Callable[[str, admin.NewApiKey], None]
AsyncSaveKey = Callable[[str, admin.NewApiKey], Awaitable[None] | None]


class _Limit:
    """The time limit of a wait."""

    def __init__(self, subject: str, seconds: float) -> None:
        self._subject = subject
        self._end = time.monotonic() + seconds

    def check(self) -> None:
        """Raises `DeadlineError` after the limit."""
        if time.monotonic() >= self._end:
            raise DeadlineError(f"{self._subject} is not final yet")


def _id_of(value: str | Attempt | admin.Import) -> str:
    return value if isinstance(value, str) else value.id


def wait_for_attempt(
    client: AdminClient | ResidentClient, attempt: str | Attempt, *, timeout: float = 30
) -> Attempt:
    """
    Waits until a door answered or its time is up, and returns the final attempt.

    Raises `DeadlineError` if the attempt is PENDING after `timeout` seconds.
    """
    id_, limit = _id_of(attempt), _Limit("The attempt", timeout)
    while True:
        found: Attempt
        if isinstance(client, ResidentClient):
            found = client.access.attempts.get(id_, wait=_WAIT_SECONDS)
        else:
            found = client.unlock_attempts.get(id_, wait=_WAIT_SECONDS)
        if found.status != "PENDING":
            return found
        limit.check()
        time.sleep(_POLL_SECONDS)


async def wait_for_attempt_async(
    client: AsyncAdminClient | AsyncResidentClient, attempt: str | Attempt, *, timeout: float = 30
) -> Attempt:
    """
    Awaits the final state of an attempt.

    Raises `DeadlineError` if the attempt is PENDING after `timeout` seconds.
    """
    id_, limit = _id_of(attempt), _Limit("The attempt", timeout)
    while True:
        found: Attempt
        if isinstance(client, AsyncResidentClient):
            found = await client.access.attempts.get(id_, wait=_WAIT_SECONDS)
        else:
            found = await client.unlock_attempts.get(id_, wait=_WAIT_SECONDS)
        if found.status != "PENDING":
            return found
        limit.check()
        await anyio.sleep(_POLL_SECONDS)


def wait_for_import(
    client: AdminClient, import_: str | admin.Import, *, timeout: float = 600
) -> admin.Import:
    """
    Waits until an import is neither validating, committing nor reverting, and returns it. Read its `status` then.

    Raises `DeadlineError` after `timeout` seconds.
    """
    id_, limit = _id_of(import_), _Limit("The import", timeout)
    while True:
        found = client.imports.get(id_)
        if found.status not in _WORKING:
            return found
        limit.check()
        time.sleep(_POLL_SECONDS)


async def wait_for_import_async(
    client: AsyncAdminClient, import_: str | admin.Import, *, timeout: float = 600
) -> admin.Import:
    """
    Awaits the end of an import's current step.

    Raises `DeadlineError` after `timeout` seconds.
    """
    id_, limit = _id_of(import_), _Limit("The import", timeout)
    while True:
        found = await client.imports.get(id_)
        if found.status not in _WORKING:
            return found
        limit.check()
        await anyio.sleep(_POLL_SECONDS)


def rotate_self(
    client: AdminClient, *, save: SaveKey, grace_period_seconds: int | None = None
) -> admin.NewApiKey:
    """
    Replaces the API key of this client. `save` stores the new secret before the client uses it. The old key works
    until its `grace_until`, so that other processes have time to read the new one.

    Raises `SecretUnavailableError` if the answer with the secret was lost.
    """
    key = client.api_keys.rotate_self(grace_period_seconds=grace_period_seconds or omit)
    secret = key.secret or ""
    save(secret, key)
    _use_key(client.transport.credential, secret)
    return key


async def rotate_self_async(
    client: AsyncAdminClient, *, save: AsyncSaveKey, grace_period_seconds: int | None = None
) -> admin.NewApiKey:
    """
    Replaces the API key of this client, as `rotate_self` does.

    Raises `SecretUnavailableError` if the answer with the secret was lost.
    """
    key = await client.api_keys.rotate_self(grace_period_seconds=grace_period_seconds or omit)
    secret = key.secret or ""
    saving = save(secret, key)
    if inspect.isawaitable(saving):
        await saving
    _use_key(client.transport.credential, secret)
    return key


def _use_key(credential: object, secret: str) -> None:
    """Uses a new key, unless a function of the caller returns the key."""
    if isinstance(credential, KeyCredential) and isinstance(credential.key, str):
        credential.key = secret
