"""Options of a client, and what its hooks receive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field

VERSION = "0.1.0"


@dataclass(frozen=True)
class RequestInfo:
    """A request before it is sent. `on_request` may add headers, such as `traceparent`."""

    operation: str
    method: str
    url: str
    headers: MutableMapping[str, str]
    #: One-based.
    attempt: int
    correlation_id: str


@dataclass(frozen=True)
class ResponseInfo:
    """The outcome of one try."""

    operation: str
    method: str
    url: str
    attempt: int
    correlation_id: str
    #: None without an answer.
    status: int | None
    error: Exception | None
    duration_seconds: float


@dataclass(frozen=True)
class Config:
    """Options of a client."""

    base_url: str
    timeout: float = 60.0
    max_retries: int = 4
    #: The longest wait before the second try, in seconds. It doubles with each further try.
    first_delay: float = 0.25
    max_delay: float = 8.0
    environment: str | None = None
    tenant_id: str | None = None
    on_behalf_of: str | None = None
    reason: str | None = None
    user_agent: str = f"pas-client-python/{VERSION}"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    on_request: Callable[[RequestInfo], None] | None = None
    on_response: Callable[[ResponseInfo], None] | None = None
