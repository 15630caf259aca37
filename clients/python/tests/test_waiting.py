"""Waits for attempts and imports, and the rotation of the client's own key."""

from __future__ import annotations

from typing import Any

import anyio
import pytest

from conftest import Answer, ScriptedServer
from pas_client import (
    AdminClient,
    AsyncAdminClient,
    AsyncResidentClient,
    DeadlineError,
    ResidentClient,
    rotate_self,
    rotate_self_async,
    wait_for_attempt,
    wait_for_attempt_async,
    wait_for_import,
    wait_for_import_async,
)

AT = "2026-03-01T09:30:00.000Z"
ROW = {"tenantId": "ten_1", "createdAt": AT, "updatedAt": AT, "version": 1}
ACTOR = {"type": "STAFF", "id": None, "name": None}


def attempt(status: str) -> Answer:
    fields = {"id": "att_1", "confirmed": False, "accessPointId": "door_1", "error": None, "expiresAt": AT}
    return Answer(200, {"attempt": {**fields, "status": status}})


def import_(status: str) -> Answer:
    counts = ("rows", "create", "update", "unchanged", "skip", "error", "moveOut", "reverted")
    fields: dict[str, Any] = {
        **{"id": "imp_1", "status": status, "columns": [], "newUnits": 0, "expiresAt": AT, "createdBy": ACTOR},
        "options": {"onExisting": "UPDATE", "onMissing": "KEEP", "createUnits": True, "invite": "NONE"},
        "totals": dict.fromkeys(counts, 0),
    }
    return Answer(200, {"import": {**ROW, **fields}})


def new_key(secret: str) -> Answer:
    fields: dict[str, Any] = {
        **{"id": "key_2", "name": "Nightly", "prefix": "pas_test_b", "last4": "x7Qd", "scopes": ["units:read"]},
        **{"environments": ["TEST"], "rateLimit": {"limit": 600, "windowSeconds": 60}, "status": "ACTIVE"},
        **{"expiresAt": AT, "createdBy": ACTOR, "reviewDue": False, "secret": secret, "secretAvailable": True},
    }
    return Answer(201, {"apiKey": {**ROW, **fields}})


SELF = Answer(200, {"units": [], "total": 0, "limit": 50, "offset": 0})


def test_an_attempt_is_awaited_until_it_is_final(server: ScriptedServer) -> None:
    server.reply(attempt("PENDING"), attempt("SUCCEEDED"), attempt("FAILED"))
    with AdminClient(server.url, "key-1") as client:
        assert wait_for_attempt(client, "att_1").status == "SUCCEEDED"
    with ResidentClient(server.url) as resident:
        assert wait_for_attempt(resident, "att_1").status == "FAILED"
    assert {request.query["wait"] for request in server.requests} == {"10"}
    paths = ["/api/admin/unlock-attempts/att_1"] * 2 + ["/access/attempts/att_1"]
    assert [request.path for request in server.requests] == paths


def test_a_pending_attempt_is_left_after_the_timeout(server: ScriptedServer) -> None:
    server.reply(attempt("PENDING"))
    with AdminClient(server.url, "key-1") as client, pytest.raises(DeadlineError):
        wait_for_attempt(client, "att_1", timeout=0)


def test_an_import_is_awaited_until_its_step_ends(server: ScriptedServer) -> None:
    server.reply(import_("COMMITTING"), import_("COMMITTED"))
    with AdminClient(server.url, "key-1") as client:
        assert wait_for_import(client, "imp_1").status == "COMMITTED"


def test_the_async_forms_wait_as_well(server: ScriptedServer) -> None:
    server.reply(import_("VALIDATED"), attempt("SUCCEEDED"), attempt("FAILED"))

    async def wait() -> list[str]:
        async with AsyncAdminClient(server.url, "key-1") as client, AsyncResidentClient(server.url) as resident:
            return [
                (await wait_for_import_async(client, "imp_1")).status,
                (await wait_for_attempt_async(client, "att_1")).status,
                (await wait_for_attempt_async(resident, "att_1")).status,
            ]

    assert anyio.run(wait) == ["VALIDATED", "SUCCEEDED", "FAILED"]


def test_a_rotated_key_is_stored_before_it_is_used(server: ScriptedServer) -> None:
    server.reply(new_key("key-2"), SELF)
    stored: list[tuple[str, int]] = []
    with AdminClient(server.url, "key-1") as client:
        key = rotate_self(client, save=lambda secret, _: stored.append((secret, len(server.requests))))
        client.units.list()
    assert (key.id, stored) == ("key_2", [("key-2", 1)])
    assert [request.headers["authorization"] for request in server.requests] == ["Bearer key-1", "Bearer key-2"]


def test_a_key_that_cannot_be_stored_is_not_used(server: ScriptedServer) -> None:
    server.reply(new_key("key-2"), SELF)

    async def fail(secret: str, _: object) -> None:
        raise OSError(secret)

    async def rotate() -> None:
        async with AsyncAdminClient(server.url, "key-1") as client:
            with pytest.raises(OSError):
                await rotate_self_async(client, save=fail, grace_period_seconds=60)
            await client.units.list()

    anyio.run(rotate)
    assert server.requests[0].body == {"gracePeriodSeconds": 60}
    assert server.requests[1].headers["authorization"] == "Bearer key-1"
