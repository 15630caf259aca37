"""One call: its requests, its retries and its deadline. Sends nothing itself, so that both clients share it."""

from __future__ import annotations

import random
import time
import uuid
from typing import Any, cast

import httpx

from ._config import Config, RequestInfo, ResponseInfo
from ._errors import ApiError, ConnectionFailedError, DeadlineError, NotModifiedError, read_retry_after, to_error
from ._operation import Arguments, CallOptions, CommonOptions, Operation, fill_path, to_etag, to_json, to_text, without_omitted

#: Methods whose repetition has no further effect (RFC 9110, section 9.2.2). PATCH sends values, not steps.
_IDEMPOTENT = frozenset({"GET", "HEAD", "PUT", "PATCH", "DELETE"})
_RETRIED = frozenset({429, 502, 503, 504})
#: These errors occur before a request is sent.
_UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


class Exchange:
    """One call of an operation."""

    def __init__(self, config: Config, operation: Operation, arguments: Arguments, options: CommonOptions) -> None:
        self.operation = operation
        self.attempt = 0
        self._config = config
        self._arguments = arguments
        self._options = cast(CallOptions, options)
        self._max_retries = options.get("max_retries", config.max_retries)
        self._deadline = time.monotonic() + options.get("timeout", config.timeout)
        self._started = 0.0
        self._is_uncertain = False
        self._correlation_id = self._options.get("correlation_id") or str(uuid.uuid4())
        self._request_parts = self._build()

    @property
    def remaining(self) -> float:
        """
        Seconds until the deadline.

        Raises `DeadlineError` after it.
        """
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise DeadlineError(f"{self.operation.id} got no answer in time")
        return remaining

    def next_request(self, http: httpx.Client | httpx.AsyncClient, bearer: str | None) -> httpx.Request:
        """Builds the request of the next try."""
        self.attempt += 1
        request = http.build_request(
            self.operation.method, **self._request_parts, timeout=httpx.Timeout(self.remaining)
        )
        if bearer is not None:
            request.headers["authorization"] = f"Bearer {bearer}"
        if self._config.on_request is not None:
            self._config.on_request(
                RequestInfo(
                    self.operation.id,
                    self.operation.method,
                    str(request.url),
                    request.headers,
                    self.attempt,
                    self._correlation_id,
                )
            )
        self._started = time.monotonic()
        return request

    def after_error(self, error: httpx.RequestError) -> float:
        """
        Returns the seconds to wait before the next try.

        Raises `ConnectionFailedError` or `DeadlineError` if there is none.
        """
        self._report(str(error.request.url), None, error)
        is_unsent = isinstance(error, _UNSENT)
        self._is_uncertain = self._is_uncertain or not is_unsent
        failure: ConnectionFailedError | DeadlineError
        if isinstance(error, httpx.TimeoutException) and time.monotonic() >= self._deadline:
            failure = DeadlineError(f"{self.operation.id} got no answer in time")
        else:
            failure = ConnectionFailedError(f"{self.operation.id} got no answer: {error!r}")
        delay = self._delay(None) if is_unsent or self._is_repeatable else None
        if delay is None or isinstance(failure, DeadlineError):
            raise failure from error
        return delay

    def after_response(self, response: httpx.Response) -> float | None:
        """
        Returns the seconds to wait before the next try; None for an answer to keep.

        Raises `ApiError` for a failure that is not tried again.
        """
        status = response.status_code
        self._report(str(response.request.url), status, None)
        if status == 304:
            raise NotModifiedError(self.operation.id)
        if status < 400:
            return None
        error = to_error(response, self.operation.id, self.attempt)
        delay = self._delay(read_retry_after(response.headers)) if self._is_retried(error) else None
        if delay is not None:
            self._is_uncertain = self._is_uncertain or status in (502, 504)
            return delay
        if status == 404 and self._is_deletion and self._is_uncertain:
            # An earlier try, whose answer was lost, deleted the row.
            return None
        raise error

    @property
    def _is_deletion(self) -> bool:
        return self.operation.method == "DELETE" and self.operation.member is None

    @property
    def _is_repeatable(self) -> bool:
        return self.operation.method in _IDEMPOTENT or self.operation.takes_key or self.operation.is_repeatable

    def _is_retried(self, error: ApiError) -> bool:
        if error.status == 429:
            return True
        return self._is_repeatable and (error.status in _RETRIED or error.code == "idempotency_in_progress")

    def _delay(self, retry_after: float | None) -> float | None:
        """Returns the wait before the next try; None where tries or time are used up."""
        if self.attempt > self._max_retries:
            return None
        if retry_after is None:
            longest = min(self._config.max_delay, self._config.first_delay * 2 ** (self.attempt - 1))
            delay = random.uniform(0, longest)
        else:
            delay = retry_after * random.uniform(1, 1.25)
        return delay if time.monotonic() + delay < self._deadline else None

    def _report(self, url: str, status: int | None, error: Exception | None) -> None:
        if self._config.on_response is None:
            return
        duration = time.monotonic() - self._started
        operation = self.operation
        self._config.on_response(
            ResponseInfo(
                operation.id, operation.method, url, self.attempt, self._correlation_id, status, error, duration
            )
        )

    def _build(self) -> dict[str, Any]:
        arguments = self._arguments
        query = {name: to_text(value) for name, value in without_omitted(arguments.query).items()}
        tenant_id = self._option("tenant_id")
        if self.operation.takes_tenant and tenant_id is not None:
            query["tenantId"] = tenant_id
        parts: dict[str, Any] = {
            "url": self._config.base_url.rstrip("/") + fill_path(self.operation.path, arguments.path),
            "params": query,
            "headers": self._headers(),
        }
        body = None if arguments.body is None else to_json(arguments.body)
        if arguments.content is not None:
            parts["content"] = arguments.content
            parts["headers"]["Content-Type"] = arguments.content_type
        elif self.operation.is_form:
            parts["data"] = body
        elif body or arguments.needs_body:
            parts["json"] = body or {}
        return parts

    def _headers(self) -> dict[str, str]:
        options = self._options
        version, known = options.get("if_match"), options.get("if_none_match")
        optional = {
            "Idempotency-Key": options.get("idempotency_key", str(uuid.uuid4())) if self.operation.takes_key else None,
            "If-Match": None if version is None else to_etag(version),
            "If-None-Match": None if known is None else to_etag(known),
            "X-Admin-Env": self._option("environment"),
            "X-Pas-On-Behalf-Of": self._option("on_behalf_of"),
            "X-Pas-Reason": self._option("reason"),
        }
        return {
            "Accept": self.operation.accept,
            "User-Agent": self._config.user_agent,
            "X-Correlation-Id": self._correlation_id,
            **{name: value for name, value in optional.items() if value is not None},
            **{name: to_text(value) for name, value in without_omitted(self._arguments.headers).items()},
            **self._config.headers,
            **options.get("headers", {}),
        }

    def _option(self, name: str) -> str | None:
        """Returns the option of the call, else that of the client."""
        value = self._options.get(name, getattr(self._config, name))
        return None if value is None else str(value)
