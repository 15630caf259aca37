"""Operations of the APIs, their arguments and the options of a call."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar, cast
from urllib.parse import quote

from pydantic import BaseModel, TypeAdapter
from typing_extensions import TypedDict

from ._models import omit, to_wire_name

T = TypeVar("T")


class CommonOptions(TypedDict, total=False):
    """Options of every call. Each overrides the option of the client."""

    #: Your own key for this request. Default: a new UUID, which all tries of the call share.
    idempotency_key: str
    #: Changes the resource only in this version: `unit.version`, or an ETag.
    if_match: int | str
    #: Raises `NotModifiedError` if the resource still has this version.
    if_none_match: int | str
    environment: str
    tenant_id: str
    on_behalf_of: str
    #: Seconds for all tries and waits of the call.
    timeout: float
    max_retries: int
    headers: Mapping[str, str]


class CallOptionsBesideReason(CommonOptions, total=False):
    """Options of a call that has a `reason` of its own."""

    #: Names this request in logs and audit records: 8 to 64 letters, digits, dots, underscores and hyphens.
    correlation_id: str


class CallOptionsBesideCorrelation(CommonOptions, total=False):
    """Options of a call that has a `correlation_id` of its own."""

    #: The reason that the audit records.
    reason: str


class CallOptions(CallOptionsBesideReason, CallOptionsBesideCorrelation, total=False):
    """Options of one call."""


@dataclass(frozen=True)
class Operation:
    """An operation of a description."""

    id: str
    method: str
    path: str
    #: Whether a second execution has no further effect.
    is_repeatable: bool = False
    takes_key: bool = False
    takes_tenant: bool = False
    is_public: bool = False
    is_form: bool = False
    #: The only member of the answer, which the client unwraps.
    member: str | None = None
    accept: str = "application/json"
    session: Literal["adopts", "ends"] | None = None


@dataclass(frozen=True)
class Arguments:
    """The arguments of a call, by their names on the wire."""

    path: Sequence[str] = ()
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    #: None for an operation without a body.
    body: Mapping[str, Any] | None = None
    needs_body: bool = False
    headers: Mapping[str, Any] = field(default_factory=dict[str, Any])
    content: bytes | None = None
    content_type: str | None = None
    #: A credential of this call alone.
    bearer: str | None = None


class Kind(Generic[T]):
    """The type of an answer, with its parser. The parser is built at the first use."""

    def __init__(self, type_: Any) -> None:
        self._type = type_

    @functools.cached_property
    def adapter(self) -> TypeAdapter[T]:
        """The parser."""
        return TypeAdapter(self._type)


def fill_path(template: str, values: Sequence[str]) -> str:
    """
    Fills the parameters of a path.

    Raises `ValueError` for an empty value, and for one of dots, which would name another path.
    """
    parts = iter(values)
    filled: list[str] = []
    for segment in template.split("/"):
        if segment.startswith("{"):
            value = next(parts)
            if value.strip(".") == "":
                raise ValueError(f"{segment[1:-1]} must be an id, not {value!r}")
            segment = quote(value, safe="")
        filled.append(segment)
    return "/".join(filled)


@dataclass(frozen=True)
class AsIs:
    """A map whose keys are not names of fields."""

    value: Any


def as_is(value: Any) -> Any:
    """Keeps the keys of a map as they are."""
    return value if value is omit else AsIs(value)


def to_json(value: Any) -> Any:
    """Returns a value as JSON types. Raises `ValueError` for a time without an offset, which the APIs refuse."""
    if isinstance(value, AsIs):
        return value.value
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, datetime):
        return to_text(value)
    if isinstance(value, Mapping):
        members = without_omitted(cast("Mapping[str, Any]", value))
        return {to_wire_name(name): to_json(item) for name, item in members.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_json(item) for item in cast("Iterable[Any]", value)]
    return value


def to_text(value: Any) -> str:
    """Returns a value as a parameter of a query: lists are separated by commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone: use datetime.now(timezone.utc)")
        return value.isoformat()
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(to_text(item) for item in cast("Iterable[Any]", value))
    return str(value)


def without_omitted(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leaves out the arguments that were not given."""
    return {name: value for name, value in values.items() if value is not omit}


def to_etag(version: int | str) -> str:
    """Returns the ETag of a version."""
    return f'"{version}"' if isinstance(version, int) else version
