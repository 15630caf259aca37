"""Verifies webhooks (Standard Webhooks: HMAC-SHA256 over id, time and body)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import TypeAdapter

from ._errors import PasError
from .models.admin import WebhookEvent

Reason = Literal["missing_header", "bad_timestamp", "too_old", "too_new", "no_match", "not_json"]

_EVENTS: TypeAdapter[WebhookEvent] = TypeAdapter(WebhookEvent)


class WebhookVerificationError(PasError):
    """A webhook that did not come from the service, or comes too late. Answer it with 401."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"The webhook is not valid: {reason}")
        self.reason: Reason = reason


def verify_webhook(
    raw_body: bytes,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """
    Verifies a webhook and returns its event. `event.type` tells the type of `event.data`.

    Pass the body as it was received, before anything parses it. During a rotation pass both secrets. The header
    `webhook-id` is the same for each try of an event: store it, and ignore repeats.

    Raises `WebhookVerificationError`. An event of an unknown type is an `UnknownEvent`.
    """
    found = {name.lower(): value for name, value in headers.items()}
    try:
        id_, timestamp, signatures = (
            found[f"webhook-{name}"] for name in ("id", "timestamp", "signature")
        )
    except KeyError:
        raise WebhookVerificationError("missing_header") from None
    _check_time(timestamp, time.time() if now is None else now, tolerance_seconds)
    signed = f"{id_}.{timestamp}.".encode(errors="replace") + raw_body
    keys = [_read_secret(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    if not _matches(signed, keys, signatures):
        raise WebhookVerificationError("no_match")
    try:
        return _EVENTS.validate_json(raw_body)
    except ValueError as error:
        raise WebhookVerificationError("not_json") from error


def _check_time(timestamp: str, now: float, tolerance_seconds: float) -> None:
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookVerificationError("bad_timestamp")
    age = now - int(timestamp)
    if age > tolerance_seconds:
        raise WebhookVerificationError("too_old")
    if age < -tolerance_seconds:
        raise WebhookVerificationError("too_new")


def _read_secret(secret: str) -> bytes:
    """Reads a secret. Raises `ValueError` for one that is not base64."""
    try:
        return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise ValueError("A webhook secret is whsec_ and base64") from None


def _matches(signed: bytes, keys: Sequence[bytes], signatures: str) -> bool:
    """Compares every signature with every key in constant time."""
    expected = [base64.b64encode(hmac.digest(key, signed, hashlib.sha256)) for key in keys]
    sent = [part[3:].encode(errors="replace") for part in signatures.split(" ") if part.startswith("v1,")]
    # No short cut, so that the time tells nothing.
    return any([hmac.compare_digest(one, other) for one in sent for other in expected])
