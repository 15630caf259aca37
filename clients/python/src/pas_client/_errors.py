"""Errors that the client raises."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

import httpx

from ._models import HttpInfo, Model, RateLimit


class PasError(Exception):
    """Base of all errors of this client."""


class ConnectionFailedError(PasError):
    """No answer arrived: the connection failed, was lost or timed out. `__cause__` is the error of httpx."""


class DeadlineError(PasError):
    """The timeout of a call or of a wait passed."""


class SecretUnavailableError(PasError):
    """A repeated creation was answered from the store, which keeps no secret. `data` is the created record."""

    def __init__(self, data: object) -> None:
        super().__init__("The answer with the secret was lost. Revoke this record and create another one.")
        self.data = data


class UnexpectedAnswerError(PasError):
    """An answer is not what the description promises. `http` has its status and headers."""

    def __init__(self, message: str, http: HttpInfo) -> None:
        super().__init__(message)
        self.http = http


class NotModifiedError(PasError):
    """304: the resource still has the version of `if_none_match`."""


class FieldProblem(Model):
    """A problem of one field of the request."""

    path: str
    code: str
    message: str


class ChildCount(Model):
    """The number of live children of a kind, which a deletion must remove first."""

    type: str
    count: int


class InviteState(Model):
    """The state of an invite that ended."""

    status: str
    expires_at: datetime


class Problem(Model):
    """The body of a failure, `application/problem+json`. `model_extra` has fields that this version does not know."""

    status: int
    code: str
    message: str = ""
    title: str = ""
    correlation_id: str | None = None
    errors: list[FieldProblem] = []
    children: list[ChildCount] = []
    available_at: datetime | None = None
    invite: InviteState | None = None


class ApiError(PasError):
    """The service refused a request or failed. Compare `code`, which is stable; `message` is for people."""

    def __init__(self, problem: Problem, http: HttpInfo, operation: str = "", attempts: int = 1) -> None:
        super().__init__(f"{http.status} {problem.code}: {problem.message}")
        #: The whole body of the failure.
        self.problem = problem
        self.http = http
        #: The operationId of the request.
        self.operation = operation
        #: The number of tries.
        self.attempts = attempts

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.http.status

    @property
    def code(self) -> str:
        """The stable code, such as `already_exists`. `ErrorCode` lists those of this version."""
        return self.problem.code

    @property
    def message(self) -> str:
        """Cause and remedy, for people."""
        return self.problem.message

    @property
    def correlation_id(self) -> str | None:
        """The id of the request. Quote it when you ask for help."""
        return self.problem.correlation_id or self.http.correlation_id

    @property
    def errors(self) -> list[FieldProblem]:
        """All problems of the input, one for each field."""
        return self.problem.errors

    @property
    def fields(self) -> dict[str, str]:
        """The problems of the input: the message for each field."""
        return {problem.path: problem.message for problem in self.problem.errors}

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit of the API key after this answer."""
        return self.http.rate_limit

    @property
    def retry_after(self) -> float | None:
        """Seconds to wait before the next try; None where the service names none."""
        return read_retry_after(self.http.headers)


class BadRequestError(ApiError):
    """400: the request is unreadable."""


class AuthenticationError(ApiError):
    """401: the credentials are missing, expired, revoked or wrong."""


class ForbiddenError(ApiError):
    """403: the caller is known, but not permitted to do this."""

    @property
    def scope(self) -> str | None:
        """The missing scope, with `insufficient_scope` (RFC 6750, section 3)."""
        found = re.search(r'\bscope="([^"]*)"', self.http.headers.get("www-authenticate", ""))
        return found[1] if found else None


class NotFoundError(ApiError):
    """404: the id is unknown, or belongs to another tenant."""


class ConflictError(ApiError):
    """409: the state of the resource does not allow the request. `fields` names a taken value."""

    @property
    def children(self) -> list[ChildCount]:
        """The live children, with `has_children`."""
        return self.problem.children

    @property
    def available_at(self) -> datetime | None:
        """The time at which a number is free again, with `virtual_number_quarantined`."""
        return self.problem.available_at


class GoneError(ApiError):
    """410: the invite or the cursor ended. `cursor_expired`: the feed has no events after this cursor any more."""

    @property
    def invite(self) -> InviteState | None:
        """The state of the invite."""
        return self.problem.invite


class PreconditionFailedError(ApiError):
    """412: the resource has another version than `if_match`. Read it again, then repeat the change."""

    #: The ETag that the request sent.
    sent_version: str | None = None


class InvalidError(ApiError):
    """422: the input is not valid. `errors` and `fields` have every problem."""


class RateLimitError(ApiError):
    """429: too many requests. `retry_after` is in seconds."""


class ServerError(ApiError):
    """5xx: the service failed or is unavailable."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    410: GoneError,
    412: PreconditionFailedError,
    422: InvalidError,
    429: RateLimitError,
}


def read_retry_after(headers: Mapping[str, str]) -> float | None:
    """Reads `Retry-After`, as seconds or as a date (RFC 9110, section 10.2.3)."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", value):
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None


def read_problem(status: int, content: bytes) -> Problem:
    """Reads the body of a failure. A body that is not a problem, such as that of a proxy, gets the code `unknown`."""
    try:
        return Problem.model_validate_json(content)
    except ValueError:
        return Problem(status=status, code="unknown", message=content[:200].decode(errors="replace"))


def to_error(response: httpx.Response, operation: str, attempts: int) -> ApiError:
    """Returns the error for an answer of 400 or more, whose body was read."""
    status = response.status_code
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    error = kind(read_problem(status, response.content), http_info(response), operation, attempts)
    if isinstance(error, PreconditionFailedError):
        error.sent_version = response.request.headers.get("if-match")
    return error


def http_info(response: httpx.Response) -> HttpInfo:
    """Returns status and headers of an answer."""
    return HttpInfo(response.status_code, response.headers)
