"""Operations of residents, their apps and public pages."""

from datetime import timedelta
from typing import Any

from drive import NOW, UNKNOWN, attempt, email, until

PASSWORD = "correct horse battery"
CREDENTIAL = {
    "id": "AAAA",
    "raw_id": "AAAA",
    "type": "public-key",
    "response": {"clientDataJSON": "AAAA", "attestation_object": "AAAA"},
    "client_extension_results": {},
}
ASSERTION = {
    **CREDENTIAL,
    "response": {"clientDataJSON": "AAAA", "authenticator_data": "AAAA", "signature": "AAAA"},
}


def sign_in(resident: Any, token: str) -> None:
    resident.auth.invites.preview(token)
    attempt(lambda: resident.auth.invites.request_renewal(token))
    names = {"first_name": "Kim", "last_name": "Ott"}
    resident.auth.sign_up(invite_token=token, email=email("kim"), password=PASSWORD, **names)
    resident.auth.log_in(email=email("kim"), password=PASSWORD)
    me = resident.auth.refresh().resident
    resident.auth.switch(user_id=me.id)
    attempt(lambda: resident.auth.exchange_identity_token(identity_token="e30.e30.e30"))
    resident.auth.passkeys.request_options()
    attempt(lambda: resident.auth.passkeys.sign_in(challenge_id="unknown", credential=ASSERTION))
    resident.auth.password.forgot(email=email("kim"))
    attempt(lambda: resident.auth.password.reset(token="unknown", password=PASSWORD))
    attempt(lambda: resident.registration.sign_up(invite_token="unknown", password=PASSWORD, **names))
    resident.registration.log_in(email=email("kim"), password=PASSWORD)
    resident.registration.refresh(refresh_token=resident.session.tokens.refresh_token)


def live(resident: Any) -> None:
    me = resident.me
    me.get()
    me.update(first_name="Kimberly")
    me.export_data()
    me.change_password(current_password=PASSWORD, new_password=f"{PASSWORD} 2")
    me.passkeys.list()
    options = me.passkeys.request_options(password=f"{PASSWORD} 2")
    attempt(lambda: me.passkeys.add(challenge_id=options.challenge_id, credential=CREDENTIAL))
    attempt(lambda: me.passkeys.delete(f"pk_{UNKNOWN}"))
    me.change_phone(phone="+12125550143")
    attempt(lambda: me.verify_phone(code="000000"))
    me.change_email(email=email("kimberly"), password=f"{PASSWORD} 2")
    attempt(lambda: me.verify_email(code="000000"))
    me.calls.get()
    me.calls.update(quiet_hours=[{"weekdays": ["MON"], "from_": "22:00", "to": "07:00"}])
    assert me.calls.get().quiet_hours[0].from_ == "22:00"
    me.reports.create(kind="OTHER", text="The lamp is out")
    home = resident.units.list().items[0]
    resident.units.occupants.add(home.id, email=email("mate"))
    resident.units.occupants.list(home.id)
    attempt(lambda: resident.units.occupants.end(home.id, f"user_{UNKNOWN}"))
    resident.calls.list()
    attempt(lambda: resident.calls.get(f"call_{UNKNOWN}"))
    resident.access_events.list()
    attempt(lambda: resident.invites.accept("unknown"))
    resident.sessions.list()
    attempt(lambda: resident.sessions.end(f"ses_{UNKNOWN}"))


def phone(resident: Any, door: str) -> str:
    devices = resident.devices
    devices.get_push_key()
    device = devices.register(provider="FCM", token="t" * 40, platform="ANDROID")
    devices.list()
    devices.test(device.id)
    devices.delete(device.id)
    access = resident.access
    access.points.list()
    opened = access.points.unlock(door)
    until(lambda: access.attempts.get(opened.id, wait=10).status != "PENDING")
    guest = access.passes.create(access_point_ids=[door], starts_at=NOW, ends_at=NOW + timedelta(hours=1))
    access.passes.list()
    access.passes.delete(access.passes.create(
        access_point_ids=[door], starts_at=NOW, ends_at=NOW + timedelta(hours=1)
    ).id)
    return str(guest.url).rsplit("/", 1)[-1]


def pages(resident: Any, pass_token: str, door: str) -> None:
    join, reset, guest = resident.pages.join, resident.pages.reset, resident.pages.pass_
    attempt(lambda: join.show("unknown"))
    attempt(lambda: join.submit("unknown", first_name="Kim"))
    attempt(lambda: join.renew("unknown"))
    reset.show_forgot()
    attempt(lambda: reset.submit_forgot(email=email("kim")))
    attempt(lambda: reset.show("unknown"))
    attempt(lambda: reset.submit("unknown", password=PASSWORD))
    assert guest.show(pass_token).pin
    opened = guest.open(pass_token, access_point_id=door)
    guest.get_attempt(pass_token, opened.id, wait=10)


def leave(resident: Any) -> None:
    resident.registration.log_out()
    resident.auth.log_in(email=email("kim"), password=f"{PASSWORD} 2")
    resident.auth.log_out()
