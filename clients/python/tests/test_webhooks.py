"""Webhooks: signatures and events."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

import pytest

from pas_client import UnknownEvent, WebhookVerificationError, verify_webhook

NOW = 1_770_000_000
OLD, NEW = (f"whsec_{base64.b64encode(bytes([byte]) * 24).decode()}" for byte in (1, 2))
TIME = "2026-02-02T02:40:00.000Z"


def body_of(type_: str = "invite.created", **members: Any) -> bytes:
    return json.dumps({"type": type_, "timestamp": TIME, "data": {"invite": None}, **members}).encode()


def headers_of(body: bytes, *secrets: str, at: int = NOW, id_: str = "ev_1") -> dict[str, str]:
    """Signs as the service does, with one signature for each secret."""
    keys = [base64.b64decode(secret.removeprefix("whsec_")) for secret in secrets]
    signed = f"{id_}.{at}.".encode() + body
    parts = [base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode() for key in keys]
    return {
        "Webhook-Id": id_,
        "Webhook-Timestamp": str(at),
        "Webhook-Signature": " ".join(f"v1,{part}" for part in parts),
    }


def test_an_event_has_the_type_of_its_data() -> None:
    body = body_of(moon="full")
    event = verify_webhook(body, headers_of(body, OLD), OLD, now=NOW)
    assert event.type == "invite.created" and event.data.invite is None
    assert event.model_extra == {"moon": "full"}


@pytest.mark.parametrize("known", [[OLD], [NEW], [NEW, OLD]], ids=["old", "new", "both"])
def test_either_secret_verifies_during_a_rotation(known: list[str]) -> None:
    body = body_of()
    assert verify_webhook(body, headers_of(body, OLD, NEW), known, now=NOW).type == "invite.created"


def test_an_unknown_type_is_an_event_without_a_model() -> None:
    body = body_of("moon.rose", data={"phase": 1})
    event = verify_webhook(body, headers_of(body, OLD), OLD, now=NOW)
    assert isinstance(event, UnknownEvent)
    assert (event.type, event.original_type, event.data) == ("unknown", "moon.rose", {"phase": 1})


BODY = body_of()
VALID = headers_of(BODY, OLD)


@pytest.mark.parametrize(
    ("body", "headers", "reason"),
    [
        (BODY, {}, "missing_header"),
        (BODY, headers_of(BODY, NEW), "no_match"),
        (BODY + b" ", VALID, "no_match"),
        (BODY, {**VALID, "Webhook-Id": "ev_2"}, "no_match"),
        (BODY, {**VALID, "Webhook-Signature": ""}, "no_match"),
        (BODY, {**VALID, "Webhook-Signature": "v1,ä\ud800 v1a,x v1"}, "no_match"),
        (BODY, {**VALID, "Webhook-Signature": "v1," * 5000}, "no_match"),
        (BODY, {**VALID, "Webhook-Timestamp": "١٧٧"}, "bad_timestamp"),
        (BODY, {**VALID, "Webhook-Timestamp": "9" * 5000}, "bad_timestamp"),
        (BODY, {**VALID, "Webhook-Timestamp": "-1"}, "bad_timestamp"),
        (BODY, headers_of(BODY, OLD, at=NOW - 301), "too_old"),
        (BODY, headers_of(BODY, OLD, at=NOW + 301), "too_new"),
        (b"\xff", headers_of(b"\xff", OLD), "not_json"),
        (b"[]", headers_of(b"[]", OLD), "not_json"),
        (b"[" * 50_000, headers_of(b"[" * 50_000, OLD), "not_json"),
    ],
)
def test_other_requests_are_refused(body: bytes, headers: dict[str, str], reason: str) -> None:
    with pytest.raises(WebhookVerificationError) as raised:
        verify_webhook(body, headers, OLD, now=NOW)
    assert raised.value.reason == reason


def test_a_secret_that_is_not_base64_is_an_error_of_the_program() -> None:
    with pytest.raises(ValueError, match="whsec_"):
        verify_webhook(BODY, VALID, "not a secret", now=NOW)
