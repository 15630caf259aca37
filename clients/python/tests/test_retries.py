"""Requests that are tried again, and those that are not."""

from __future__ import annotations

import pytest

from conftest import CUT, Answer, Caller, ScriptedServer, problem, unit
from pas_client import ConflictError, ConnectionFailedError, DeadlineError, NotFoundError, RateLimitError, ServerError

OK = Answer(200, {"unit": unit()})


@pytest.mark.parametrize(
    "lost",
    [
        CUT,
        problem(502, "bad_upstream"),
        problem(503, "unavailable", {"Retry-After": "0"}),
        problem(504, "upstream_timeout"),
        problem(429, "rate_limited", {"Retry-After": "0"}),
        problem(409, "idempotency_in_progress", {"Retry-After": "0"}),
    ],
    ids=["cut", "502", "503", "504", "429", "in progress"],
)
def test_a_creation_is_repeated_with_its_key(server: ScriptedServer, call: Caller, lost: Answer) -> None:
    server.reply(lost, lost, OK)
    assert call("units.ensure", property_id="prop_1", label="4B").id == "unit_1"
    keys = [request.headers["idempotency-key"] for request in server.requests]
    assert (len(keys), len(set(keys))) == (3, 1)


def test_two_calls_have_two_keys(server: ScriptedServer, call: Caller) -> None:
    server.reply(OK, OK)
    for _ in range(2):
        call("units.ensure", property_id="prop_1", label="4B")
    assert len({request.headers["idempotency-key"] for request in server.requests}) == 2


def test_a_request_that_is_not_safe_to_repeat_is_sent_once(server: ScriptedServer, call: Caller) -> None:
    server.reply(CUT)
    with pytest.raises(ConnectionFailedError):
        call("users.erase", "user_1")
    server.reply(problem(503, "unavailable", {"Retry-After": "0"}))
    with pytest.raises(ServerError):
        call("users.erase", "user_1")
    assert len(server.requests) == 2


def test_other_failures_are_not_tried_again(server: ScriptedServer, call: Caller) -> None:
    server.reply(problem(409, "property_archived"), problem(500, "internal_error"))
    with pytest.raises(ConflictError):
        call("units.ensure", property_id="prop_1", label="4B")
    with pytest.raises(ServerError):
        call("units.get", "unit_1")
    assert len(server.requests) == 2


def test_tries_end(server: ScriptedServer, call: Caller) -> None:
    server.handle = lambda _: problem(429, "rate_limited", {"Retry-After": "0"})
    with pytest.raises(RateLimitError) as raised:
        call("units.get", "unit_1", max_retries=2)
    assert (raised.value.attempts, raised.value.retry_after, len(server.requests)) == (3, 0, 3)


def test_a_wait_beyond_the_timeout_raises_the_failure_at_once(server: ScriptedServer, call: Caller) -> None:
    server.reply(problem(429, "rate_limited", {"Retry-After": "3600"}))
    with pytest.raises(RateLimitError) as raised:
        call("units.get", "unit_1")
    assert raised.value.retry_after == 3600


def test_the_timeout_covers_all_tries(server: ScriptedServer, call: Caller) -> None:
    server.handle = lambda _: CUT
    with pytest.raises((ConnectionFailedError, DeadlineError)):
        call("units.get", "unit_1", timeout=0.4, max_retries=10_000)


def test_a_deletion_whose_answer_was_lost_succeeds(server: ScriptedServer, call: Caller) -> None:
    server.reply(CUT, problem(404, "not_found"))
    assert call("units.delete", "unit_1") is None
    server.reply(problem(404, "not_found"))
    with pytest.raises(NotFoundError):
        call("units.delete", "unit_1")


def test_a_closed_port_is_a_failed_connection(server: ScriptedServer, call: Caller) -> None:
    server.close()
    with pytest.raises(ConnectionFailedError):
        call("users.erase", "user_1", max_retries=1)
