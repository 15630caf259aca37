"""Operations on records, figures and sessions."""

from datetime import timedelta
from typing import Any

from drive import NOW, UNKNOWN, attempt, until


def reading(admin: Any) -> None:
    for resource in (admin.calls, admin.devices, admin.reports):
        resource.list()
    attempt(lambda: admin.calls.get(f"call_{UNKNOWN}"))
    attempt(lambda: admin.devices.get(f"dev_{UNKNOWN}"))
    attempt(lambda: admin.reports.get(f"rep_{UNKNOWN}"))
    attempt(lambda: admin.devices.delete(f"dev_{UNKNOWN}"))
    attempt(lambda: admin.reports.update(f"rep_{UNKNOWN}", status="DONE"))
    admin.stats.get()
    admin.analytics.get()
    for name in ("get_calls", "get_access", "get_onboarding"):
        getattr(admin.analytics, name)(interval="week", from_=NOW - timedelta(days=8), to=NOW)
    records = until(lambda: admin.audit.list(limit=5).items)
    admin.audit.get(records[0].id)
    assert admin.audit.verify().valid
    admin.audit.export(format="ndjson").close()
    admin.auth.log_in(return_to="/console")
    for call in (admin.auth.get_session, admin.auth.log_out, admin.auth.finish_log_in, admin.auth.sessions.list):
        attempt(call)
    attempt(lambda: admin.auth.sessions.end("unknown"))
    admin.staff_sessions.list()
    attempt(lambda: admin.staff_sessions.end("unknown"))
