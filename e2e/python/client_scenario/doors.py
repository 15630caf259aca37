"""Operations on doors, passes, numbers and controllers."""

import uuid
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

from drive import NOW, attempt, email, open_client, run_id, until


def doors(admin: Any, building: str, stack: ExitStack) -> str:
    points = admin.access_points
    door = points.create(
        property_id=building, name="Front door", kind="DOOR", controller={"adapter": "nats", "ref": f"door-{run_id}"}
    )
    points.list(property_id=building)
    points.update(points.get(door.id).id, open_seconds=4)
    key = points.controller_keys.create(door.id)
    points.controller_keys.list(door.id)
    unlocked = points.unlock(door.id, reason="Parcel")
    until(lambda: admin.unlock_attempts.get(unlocked.id, wait=10).status != "PENDING")
    events = until(lambda: admin.access_events.list(access_point_id=door.id).items)
    admin.access_events.explain(admin.access_events.get(events[0].id).id)
    admin.activity.list()
    controller = open_client("Controller", stack, key.secret)
    controller.access.send_heartbeat(access_point_ids=[door.id])
    controller.access.directory.list()
    attempt(lambda: controller.access.verify(access_point_id=door.id, pin="000000"))
    reported = {
        "id": str(uuid.uuid4()), "access_point_id": door.id, "decision": "DENIED", "method": "PIN", "occurred_at": NOW
    }
    controller.access.report_events(events=[reported])
    points.controller_keys.revoke(door.id, key.id)
    number = admin.virtual_numbers.create(number=f"+1212555{int(run_id, 16) % 10000:04}", provider="TELEPHONY_A")
    admin.virtual_numbers.list()
    admin.virtual_numbers.update(admin.virtual_numbers.get(number.id).id, ring_mode="TOGETHER")
    admin.virtual_numbers.assign(number.id, property_id=building)
    admin.virtual_numbers.release(number.id)
    guest = admin.passes.create(
        property_id=building,
        access_point_ids=[door.id],
        starts_at=NOW,
        ends_at=NOW + timedelta(hours=1),
        holders=[{"name": "Guest", "email": email("guest")}],
    )
    admin.passes.list(property_id=building)
    admin.passes.update(admin.passes.get(guest.id).id, max_uses=3)
    admin.passes.send(guest.id)
    admin.passes.delete(admin.passes.create(
        property_id=building, access_point_ids=[door.id], starts_at=NOW, ends_at=NOW + timedelta(hours=1)
    ).id)
    points.delete(points.create(
        property_id=building, name="Gate", kind="GATE", controller={"adapter": "nats", "ref": f"gate-{run_id}"}
    ).id)
    return str(door.id)
