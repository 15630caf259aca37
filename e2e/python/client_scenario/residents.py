"""Operations on tenants, homes, people and invites."""

from typing import Any, get_args

from drive import email, run_id

from pas_client.models.admin import Scope


def tenants(platform: Any) -> str:
    """Creates the tenant of this run, and returns its API key."""
    tenant = platform.tenants.create(name=f"Client {run_id}")
    platform.tenants.list(limit=1)
    platform.tenants.update(tenant.id, settings={"invite_ttl_hours": 48}, if_match=platform.tenants.get(tenant.id).version)
    gone = platform.tenants.create(name=f"Gone {run_id}")
    platform.tenants.update(gone.id, status="SUSPENDED")
    platform.tenants.delete(gone.id)
    brand(platform, tenant.id)
    setup_links(platform, tenant.id)
    platform.webhook_receipts.list()
    platform.webhook_receipts.rejections.list()
    platform.auth.get_self()
    scopes = [scope for scope in get_args(get_args(Scope)[0]) if scope.endswith((":*", "events:read"))]
    limit = {"limit": 60_000, "window_seconds": 60}
    return str(platform.api_keys.create(name="whole", scopes=scopes, rate_limit=limit, tenant_id=tenant.id).secret)


def brand(platform: Any, tenant: str) -> None:
    logo = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
    platform.tenants.put_logo(tenant, content=logo, content_type="image/svg+xml")
    plan = platform.tenants.delete_logo(tenant, dry_run=True)
    platform.tenants.delete_logo(tenant, plan=plan.hash)


def setup_links(platform: Any, tenant: str) -> None:
    links = platform.setup_links
    link = links.create(email=email("manager"), tenant_id=tenant)
    assert platform.auth.start_setup(link.url.rpartition("/")[2]).location
    assert links.list(tenant_id=tenant).total == 1
    assert links.get(link.id, tenant_id=tenant).status == "PENDING"
    assert links.revoke(link.id, tenant_id=tenant).status == "REVOKED"


def homes(admin: Any) -> tuple[str, str, str]:
    building = admin.properties.create(name="Cedar House", address={"country": "US"})
    admin.properties.list(q="cedar")
    admin.properties.update(building.id, address={"postal_code": "10001"})
    assert admin.properties.get(building.id).address.postal_code == "10001"
    admin.properties.summaries.list()
    unit = admin.units.ensure(property_id=building.id, label="Apt 4B")
    admin.units.list(property_id=building.id)
    admin.units.update(unit.id, floor="4", if_match=admin.units.get(unit.id).version)
    other = admin.units.put_by_external_id("ext/1".replace("/", "-"), property_id=building.id, label="5")
    admin.units.get_readiness(unit.id)
    admin.properties.get_readiness(building.id)
    spare = admin.properties.create(name="Spare")
    admin.units.delete(admin.units.ensure(property_id=spare.id, label="1").id)
    admin.properties.delete(spare.id)
    return building.id, unit.id, other.id


def people(admin: Any, unit: str, other: str) -> None:
    user = admin.users.create(kind="RESIDENT", email=email("ann"), residence={"unit_id": unit})
    admin.users.list(unit_id=unit)
    admin.users.update(admin.users.get(user.id).id, first_name="Ann")
    admin.users.put_by_external_id(f"person-{run_id}", kind="RESIDENT", email=email("ben"))
    admin.users.transfer(user.id, from_unit_id=unit, to_unit_id=other, dry_run=True)
    admin.users.add_residence(user.id, unit_id=other)
    receipt = admin.users.move_out(user.id, unit_id=other)
    admin.users.undo_move(user.id, receipt_id=receipt.id)
    admin.users.move_receipts.list(user.id)
    admin.users.unlink_identity(user.id)
    admin.users.export_data(user.id)
    erased = admin.users.create(kind="RESIDENT", email=email("cas"))
    admin.users.erase(erased.id)
    admin.users.delete(admin.users.create(kind="RESIDENT", email=email("dan")).id)


def invites(admin: Any, unit: str) -> str:
    onboarding = admin.onboarding

    def new(name: str) -> Any:
        return onboarding.invites.create(unit_id=unit, invitee_email=email(name))

    invite = new("eve")
    onboarding.invites.list(status="PENDING")
    onboarding.invites.update(onboarding.invites.get(invite.id).id, invitee_name="Eve")
    onboarding.invites.preview_message(invite.id, channel="EMAIL")
    onboarding.invites.dispatch(invite.id, channels=["EMAIL"])
    onboarding.invites.resend(invite.id)
    onboarding.invite.dispatch(new("fay").id)
    onboarding.invite.resend(new("gil").id)
    onboarding.dispatch(invite_id=new("hal").id)
    onboarding.resend(invite_id=new("ida").id)
    onboarding.invite.revoke(new("jim").id)
    onboarding.invites.revoke(new("kay").id)
    onboarding.invites.delete(new("lou").id)
    ids = [new("max").id]
    for name in ("dispatch", "resend", "revoke"):
        getattr(onboarding.invites.bulk, name)(invite_ids=ids)
    person = admin.users.create(kind="RESIDENT", email=email("ned"), residence={"unit_id": unit})
    onboarding.invites.bulk.create(user_ids=[person.id])
    return str(new("resident").token)
