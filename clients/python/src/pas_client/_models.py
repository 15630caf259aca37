"""Base of all models, and the values that requests and answers share."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal, cast, final

from pydantic import BaseModel, ConfigDict, PrivateAttr, model_validator


@final
class Omit(enum.Enum):
    """Type of `omit`, the default of each optional argument."""

    OMIT = "omit"

    def __bool__(self) -> Literal[False]:
        return False


#: Leaves an argument out of the request. `None` is sent as null, which clears a field.
omit: Final = Omit.OMIT


def to_wire_name(name: str) -> str:
    """Returns the name of a field in JSON: `property_id` is `propertyId`."""
    head, *tail = name.rstrip("_").split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in tail)


@dataclass(frozen=True)
class RateLimit:
    """Rate limit of the API key, after an answer."""

    limit: int
    window_seconds: int
    remaining: int
    #: Seconds until one more request is allowed.
    reset_seconds: int

    @classmethod
    def read(cls, headers: Mapping[str, str]) -> RateLimit | None:
        """Reads the headers `RateLimit-Policy` and `RateLimit`. Other callers than API keys have none."""
        pairs = f"{headers.get('ratelimit-policy', '')};{headers.get('ratelimit', '')}"
        found = {name: int(value) for name, value in re.findall(r"\b([qwrt])=(\d+)", pairs)}
        if not {"q", "w", "r", "t"} <= found.keys():
            return None
        return cls(found["q"], found["w"], found["r"], found["t"])


@dataclass(frozen=True)
class HttpInfo:
    """The HTTP side of an answer."""

    status: int
    headers: Mapping[str, str]

    @property
    def correlation_id(self) -> str | None:
        """The id of the request. Quote it when you ask for help."""
        return self.headers.get("x-correlation-id")

    @property
    def etag(self) -> str | None:
        """The version of the resource, for `if_match`."""
        return self.headers.get("etag")

    @property
    def is_replayed(self) -> bool:
        """Whether this is the stored answer of an earlier request with the same Idempotency-Key."""
        return self.headers.get("idempotency-replayed") == "true"

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit of the API key; None for other callers."""
        return RateLimit.read(self.headers)


class Model(BaseModel):
    """Base of all models. An unknown field is kept in `model_extra`."""

    model_config = ConfigDict(
        extra="allow",
        alias_generator=to_wire_name,
        validate_by_name=True,
        validate_by_alias=True,
        defer_build=True,
        protected_namespaces=(),
    )

    _http: HttpInfo | None = PrivateAttr(default=None)

    @property
    def http(self) -> HttpInfo | None:
        """Status and headers of the answer that carried this object; None for its parts."""
        return self._http

    def attach_http(self, http: HttpInfo) -> None:
        """Records the answer that carried this object."""
        self._http = http


class Tombstone(Model):
    """A deleted row."""

    id: str
    deleted_at: datetime


def _members(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def event_tag(known: frozenset[str]) -> Callable[[Any], str]:
    """Returns the function that tells the class of an event by its type; an empty text for unknown types."""

    def tag(event: Any) -> str:
        found: Any = _members(event).get("type") or getattr(event, "type", None)
        return found if isinstance(found, str) and found in known else ""

    return tag


class UnknownEvent(Model):
    """An event of a type that this version of the client does not know."""

    #: A constant, so that comparing `type` narrows all other events.
    type: Literal["unknown"] = "unknown"
    #: The type that the service sent.
    original_type: str
    timestamp: datetime
    data: Any = None
    #: Only events of the feed have an id and a cursor.
    id: str = ""
    cursor: str = ""

    @model_validator(mode="before")
    @classmethod
    def keep_type(cls, value: Any) -> Any:
        """Moves the type of the service to `original_type`."""
        members = _members(value)
        if "type" not in members or "originalType" in members:
            return value
        return {**members, "type": "unknown", "originalType": members["type"]}
