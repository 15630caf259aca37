"""Requests and the values of their answers."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

import pytest

from conftest import Answer, Caller, ScriptedServer, problem, unit
from pas_client import (
    AdminClient,
    ConflictError,
    ForbiddenError,
    GoneError,
    InvalidError,
    NotModifiedError,
    PreconditionFailedError,
    RateLimit,
    RequestInfo,
    ResponseInfo,
    SecretUnavailableError,
    ServerError,
    UnexpectedAnswerError,
)


def test_a_call_sends_its_arguments_and_returns_the_object(server: ScriptedServer, call: Caller) -> None:
    headers = {
        "ETag": '"3"',
        "X-Correlation-Id": "correlation-1",
        "RateLimit-Policy": '"key";q=600;w=60',
        "RateLimit": '"key";r=412;t=23',
    }
    server.reply(Answer(201, {"unit": unit()}, headers))
    ensured = call("units.ensure", property_id="prop_1", label="Apt 4B", floor=None, environment="TEST")
    [request] = server.requests
    assert (request.method, request.path) == ("POST", "/api/admin/units")
    assert request.body == {"propertyId": "prop_1", "label": "Apt 4B", "floor": None}
    assert request.headers["authorization"] == "Bearer key-1"
    assert request.headers["x-admin-env"] == "TEST"
    assert len(request.headers["idempotency-key"]) == 36
    assert (ensured.label, ensured.dial_code, ensured.occupancy) == ("Apt 4B", "101", "VACANT")
    assert ensured.created_at == datetime(2026, 3, 1, 9, 30, tzinfo=timezone.utc)
    assert (ensured.http.status, ensured.http.etag, ensured.http.correlation_id) == (201, '"3"', "correlation-1")
    assert ensured.http.rate_limit == RateLimit(600, 60, 412, 23)


def test_a_dry_run_returns_the_plan_whose_hash_the_change_sends(server: ScriptedServer, call: Caller) -> None:
    effect = {"kind": "unit", "count": 1, "examples": [{"id": "unit_1", "label": "4B"}]}
    expires_at = "2026-03-01T09:30:00.000Z"
    body = {"hash": "t5z0f4-" + "a" * 43, "operation": "deleteUnit", "expiresAt": expires_at, "effects": [effect]}
    server.reply(Answer(200, {"plan": body}), Answer(204, None))
    plan = call("units.delete", "unit_1", dry_run=True)
    assert (plan.operation, plan.effects[0].examples[0].label) == ("deleteUnit", "4B")
    assert call("units.delete", "unit_1", plan=plan.hash) is None
    assert [request.query for request in server.requests] == [{"dryRun": "true"}, {"plan": plan.hash}]


def test_a_query_has_texts_lists_and_times(server: ScriptedServer, call: Caller) -> None:
    server.reply(Answer(200, {"units": [unit()], "total": 7, "limit": 1, "offset": 0}))
    at = datetime(2026, 3, 1, 9, 30, tzinfo=timezone.utc)
    page = call("units.list", limit=1, ids=["unit_1", "unit_2"], updated_since=at, tenant_id="ten_1")
    assert server.requests[0].query == {
        "limit": "1",
        "ids": "unit_1,unit_2",
        "updatedSince": "2026-03-01T09:30:00+00:00",
        "tenantId": "ten_1",
    }
    assert ([row.id for row in page.items], page.total, page.has_more) == (["unit_1"], 7, True)


def test_a_time_without_an_offset_is_refused_before_it_is_sent(server: ScriptedServer, call: Caller) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        call("units.list", updated_since=datetime(2026, 3, 1))
    assert server.requests == []


@pytest.mark.parametrize("id_", ["", ".", ".."])
def test_an_id_that_names_another_path_is_refused(server: ScriptedServer, call: Caller, id_: str) -> None:
    with pytest.raises(ValueError, match="must be an id"):
        call("units.delete", id_)
    assert server.requests == []


def test_an_id_with_a_slash_stays_one_segment(server: ScriptedServer, call: Caller) -> None:
    server.reply(problem(404, "not_found"))
    with pytest.raises(Exception, match="not_found"):
        call("units.get", "../users?x#y")
    assert server.requests[0].path == "/api/admin/units/..%2Fusers%3Fx%23y"


def test_unknown_fields_and_values_do_not_break_a_client(server: ScriptedServer, call: Caller) -> None:
    server.reply(Answer(200, {"unit": unit(occupancy="HAUNTED", ghosts=[{"name": "Ann"}])}))
    found = call("units.get", "unit_1")
    assert (found.occupancy, found.model_extra) == ("HAUNTED", {"ghosts": [{"name": "Ann"}]})


def test_a_deletion_returns_nothing(server: ScriptedServer, call: Caller) -> None:
    server.reply(Answer(204))
    assert call("units.delete", "unit_1", if_match=3) is None
    assert server.requests[0].headers["if-match"] == '"3"'


def test_an_answer_that_does_not_fit_is_an_error_of_the_client(server: ScriptedServer, call: Caller) -> None:
    server.reply(Answer(200, {"unit": {"id": 1}}), Answer(200, {}), Answer(200, None))
    for _ in range(3):
        with pytest.raises(UnexpectedAnswerError):
            call("units.get", "unit_1")


def test_304_is_raised(server: ScriptedServer, call: Caller) -> None:
    server.reply(Answer(304))
    with pytest.raises(NotModifiedError):
        call("units.get", "unit_1", if_none_match=3)


def test_a_replayed_creation_raises_instead_of_a_null_secret(server: ScriptedServer, call: Caller) -> None:
    key = {
        **{name: UNIT_FIELDS[name] for name in ("tenantId", "createdAt", "updatedAt", "version")},
        **{"id": "key_1", "name": "Nightly", "prefix": "pas_test_a", "last4": "x7Qd", "scopes": ["moons:read"]},
        **{"environments": ["TEST"], "propertyIds": None, "rateLimit": {"limit": 600, "windowSeconds": 60}},
        **{"status": "ACTIVE", "expiresAt": "2026-06-01T00:00:00.000Z", "graceUntil": None, "rotatedFrom": None},
        **{"replacedBy": None, "reviewDue": False, "lastUsedAt": None, "secretAvailable": False},
        "createdBy": {"type": "STAFF", "id": "user_1", "name": "Sam"},
    }
    server.reply(Answer(201, {"apiKey": key}, {"Idempotency-Replayed": "true"}))
    with pytest.raises(SecretUnavailableError) as raised:
        call("api_keys.create", name="Nightly", scopes=["units:read"])
    data: Any = raised.value.data
    assert (data.id, data.http.is_replayed) == ("key_1", True)


UNIT_FIELDS = unit()


def test_errors_carry_what_a_caller_needs(server: ScriptedServer, call: Caller) -> None:
    errors = [{"path": "externalId", "code": "already_exists", "message": "taken"}]
    children = [{"type": "unit", "count": 2}]
    invite = {"status": "EXPIRED", "expiresAt": "2026-03-01T00:00:00.000Z"}
    scope = {"WWW-Authenticate": 'Bearer error="insufficient_scope", scope="units:write"'}
    server.reply(
        problem(409, "already_exists", errors=errors),
        problem(409, "has_children", children=children),
        problem(410, "invite_expired", invite=invite),
        problem(412, "version_mismatch"),
        problem(403, "insufficient_scope", scope),
        problem(422, "code_of_tomorrow", errors=errors),
        Answer(500, "no problem"),
    )
    with pytest.raises(ConflictError) as taken:
        call("units.update", "unit_1", external_id="x")
    assert (taken.value.code, taken.value.fields) == ("already_exists", {"externalId": "taken"})
    assert (taken.value.correlation_id, taken.value.operation) == ("correlation-1", "updateUnit")
    with pytest.raises(ConflictError) as parent:
        call("properties.delete", "prop_1")
    assert [(child.type, child.count) for child in parent.value.children] == [("unit", 2)]
    with pytest.raises(GoneError) as gone:
        call("onboarding.invites.dispatch", "inv_1")
    assert gone.value.invite is not None and gone.value.invite.status == "EXPIRED"
    with pytest.raises(PreconditionFailedError) as stale:
        call("units.update", "unit_1", label="x", if_match=2)
    assert stale.value.sent_version == '"2"'
    with pytest.raises(ForbiddenError) as forbidden:
        call("units.delete", "unit_1")
    assert forbidden.value.scope == "units:write"
    with pytest.raises(InvalidError) as invalid:
        call("units.update", "unit_1", label="x")
    assert invalid.value.code == "code_of_tomorrow"
    with pytest.raises(ServerError) as failed:
        call("stats.get")
    assert (failed.value.status, failed.value.code) == (500, "unknown")


def test_hooks_see_each_try_and_add_headers(server: ScriptedServer) -> None:
    sent: list[RequestInfo] = []
    answered: list[ResponseInfo] = []

    def trace(request: RequestInfo) -> None:
        request.headers["traceparent"] = f"00-0-0-{request.attempt}"
        sent.append(request)

    server.reply(problem(503, "unavailable", {"Retry-After": "0"}), Answer(200, {"unit": unit()}))
    with AdminClient(server.url, "key-1", on_request=trace, on_response=answered.append) as client:
        client.units.get("unit_1")
    assert [request.headers["traceparent"] for request in server.requests] == ["00-0-0-1", "00-0-0-2"]
    assert [response.status for response in answered] == [503, 200]
    assert len({request.correlation_id for request in sent}) == 1


def test_a_function_returns_the_key_of_each_request(server: ScriptedServer) -> None:
    keys = iter(["key-1", "key-2"])
    server.reply(Answer(200, {"unit": unit()}), Answer(200, {"unit": unit()}))
    with AdminClient(server.url, lambda: next(keys)) as client:
        client.units.get("unit_1")
        client.units.get("unit_1")
    assert [request.headers["authorization"] for request in server.requests] == ["Bearer key-1", "Bearer key-2"]
