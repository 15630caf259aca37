"""Operations on imports, webhooks, events and API keys."""

from contextlib import ExitStack
from datetime import timedelta
from typing import Any

from drive import NOW, attempt, email, open_client, run_id, until


def imports(admin: Any, building: str) -> None:
    residents = admin.imports.residents
    residents.get_template().close()
    rows = [{"unit": "9A", "email": email("roster"), "firstName": "Rosa", "lastName": "Ott"}]
    options = {"create_units": True}
    plan = until_checked(admin, residents.dry_run(rows=rows, property_id=building, options=options))
    admin.imports.list()
    admin.imports.rows.list(plan.id)
    admin.imports.export_errors(plan.id).close()
    corrected = admin.imports.correct(plan.id, create_units=True)
    plan = until_checked(admin, corrected)
    residents.commit(import_id=plan.id, plan_hash=plan.plan_hash)
    attempt(lambda: admin.imports.commit(plan.id))
    until_checked(admin, plan)
    admin.imports.stream_events(plan.id).close()
    admin.imports.revert(plan.id)
    table = f"unit,email\n9B,{email('table')}\n".encode()
    dropped = residents.dry_run_file(content=table, content_type="text/csv", property_id=building, create_units=True)
    admin.imports.cancel(until_checked(admin, dropped).id)


def until_checked(admin: Any, import_: Any) -> Any:
    """Waits until an import is neither validating nor committing."""
    working = ("VALIDATING", "COMMITTING", "REVERTING")

    def read() -> Any:
        found = admin.imports.get(import_.id)
        return None if found.status in working else found

    return until(read)


def webhooks(admin: Any) -> None:
    endpoints = admin.webhook_endpoints
    endpoint = endpoints.create(url="http://127.0.0.1:9/hook", events=["*"], status="PAUSED")
    endpoints.list()
    endpoints.update(endpoints.get(endpoint.id).id, description="A closed port", status="ACTIVE")
    sent = endpoints.test(endpoint.id, type="invite.created")
    endpoints.attempts.list(endpoint.id)
    endpoints.get_missed_events(endpoint.id)
    endpoints.rotate_secret(endpoint.id)
    attempt(lambda: endpoints.resend(endpoint.id, event_id=sent.event_id))
    endpoints.recover(endpoint.id, since=NOW)
    endpoints.delete(endpoint.id)
    feed = admin.events.list(limit=1)
    assert feed.next_cursor


def clocks(admin: Any) -> None:
    clock = admin.test_clocks.create()
    assert admin.test_clocks.list().total == 1
    admin.test_clocks.advance(clock.id, to=clock.frozen_at + timedelta(hours=1))

    def read() -> Any:
        found = admin.test_clocks.get(clock.id)
        return found if found.status == "READY" else None

    until(read)
    admin.test_clocks.delete(clock.id)


def keys(admin: Any, stack: ExitStack) -> None:
    def new(name: str) -> Any:
        return admin.api_keys.create(name=f"{name} {run_id}", scopes=["units:read"])

    key = new("first")
    admin.api_keys.list()
    admin.api_keys.update(admin.api_keys.get(key.id).id, name="Renamed")
    admin.api_keys.get_usage(key.id, from_=NOW - timedelta(hours=2), to=NOW, interval="hour")
    admin.api_keys.rotate(key.id, grace_period_seconds=60)
    admin.api_keys.revoke(new("second").id, reason="Leaked")
    third = new("third").id
    admin.api_keys.delete(third, plan=admin.api_keys.delete(third, dry_run=True).hash)
    leaked = new("leaked")
    admin.api_keys.report_leaked(reports=[{"token": leaked.secret}])
    assert admin.api_keys.get(leaked.id).status == "REVOKED"
    own = open_client("Admin", stack, new("own").secret)
    own.api_keys.rotate_self(grace_period_seconds=0)
