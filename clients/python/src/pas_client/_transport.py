"""Sends the requests of calls and reads their answers."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Generic, TypeVar

import anyio
import httpx

from ._answers import Page, Redirect, read_page, read_redirect, read_value
from ._config import Config
from ._errors import AuthenticationError
from ._exchange import Exchange
from ._models import RateLimit
from ._operation import Arguments, CommonOptions, Kind, Operation
from ._session import REFRESH, Credential, KeyCredential, ResidentSession

T = TypeVar("T")
Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)


class _Core(Generic[Http]):
    """The part of both transports that sends nothing."""

    def __init__(self, config: Config, credential: Credential | None, http: Http, owns_http: bool) -> None:
        self.config = config
        self.credential = credential
        self.http: Http = http
        self.owns_http = owns_http
        #: The rate limit of the API key after the last answer.
        self.rate_limit: RateLimit | None = None

    @property
    def session(self) -> ResidentSession | None:
        return self.credential if isinstance(self.credential, ResidentSession) else None

    def open(self, operation: Operation, arguments: Arguments, options: CommonOptions) -> Exchange:
        session = self.session
        if session is not None and operation.session is not None:
            arguments = session.fill(arguments)
        return Exchange(self.config, operation, arguments, options)

    def needs_session(self, operation: Operation, arguments: Arguments) -> ResidentSession | None:
        return None if operation.is_public or arguments.bearer is not None else self.session

    def bearer(self, operation: Operation, arguments: Arguments) -> str | None:
        if arguments.bearer is not None or operation.is_public:
            return arguments.bearer
        if isinstance(self.credential, KeyCredential):
            return self.credential.read()
        tokens = self.credential.tokens if self.credential is not None else None
        return tokens.token if tokens is not None else None

    def can_refresh(self, error: AuthenticationError, refused: str | None) -> bool:
        return error.code == "token_expired" and refused is None and self.session is not None

    def record(self, operation: Operation, response: httpx.Response) -> None:
        self.rate_limit = RateLimit.read(response.headers) or self.rate_limit
        session = self.session
        if session is None or response.is_error:
            return
        if operation.session == "adopts":
            session.adopt(response.content)
        elif operation.session == "ends":
            session.end()


def _is_complete(response: httpx.Response, is_streamed: bool) -> bool:
    """Returns whether the body is read immediately: failures and all that is not streamed."""
    return response.is_error or not is_streamed


class Transport(_Core[httpx.Client]):
    """Sends requests and waits for their answers."""

    def __init__(self, config: Config, credential: Credential | None, http: httpx.Client, owns_http: bool) -> None:
        super().__init__(config, credential, http, owns_http)
        self._refreshing = threading.Lock()

    def value(self, operation: Operation, kind: Kind[T], arguments: Arguments, options: CommonOptions) -> T:
        """Returns the value of the answer."""
        return read_value(self.response(operation, arguments, options), operation, kind)

    def plan(self, operation: Operation, kind: Kind[T], arguments: Arguments, options: CommonOptions) -> T:
        """Returns the plan that a dry run answers."""
        return read_value(self.response(operation, arguments, options), replace(operation, member="plan"), kind)

    def page(
        self, operation: Operation, rows: Kind[list[T]], arguments: Arguments, options: CommonOptions
    ) -> Page[T]:
        """Returns a page of a list."""
        return read_page(self.response(operation, arguments, options), operation, rows)

    def none(self, operation: Operation, arguments: Arguments, options: CommonOptions) -> None:
        """Waits for an answer without a value."""
        self.response(operation, arguments, options)

    def redirect(self, operation: Operation, arguments: Arguments, options: CommonOptions) -> Redirect:
        """Returns the address of a redirection."""
        return read_redirect(self.response(operation, arguments, options))

    def stream(self, operation: Operation, arguments: Arguments, options: CommonOptions) -> httpx.Response:
        """Returns an answer whose body is not read yet: read it to the end, or close it."""
        return self.response(operation, arguments, options, is_streamed=True)

    def response(
        self, operation: Operation, arguments: Arguments, options: CommonOptions, *, is_streamed: bool = False
    ) -> httpx.Response:
        """
        Sends a request until it is answered.

        Raises `ApiError`, `ConnectionFailedError` or `DeadlineError`.
        """
        exchange = self.open(operation, arguments, options)
        refused: str | None = None
        while True:
            self._refresh(operation, arguments, refused)
            bearer = self.bearer(operation, arguments)
            try:
                request = exchange.next_request(self.http, bearer)
                response = self.http.send(request, stream=True)
                if _is_complete(response, is_streamed):
                    response.read()
            except httpx.RequestError as error:
                delay = exchange.after_error(error)
            else:
                self.record(operation, response)
                try:
                    pause = exchange.after_response(response)
                except AuthenticationError as error:
                    if not self.can_refresh(error, refused):
                        raise
                    refused, pause = bearer, 0
                if pause is None:
                    return response
                delay = pause
            time.sleep(delay)

    def _refresh(self, operation: Operation, arguments: Arguments, refused: str | None) -> None:
        session = self.needs_session(operation, arguments)
        if session is None or not session.is_due(refused):
            return
        with self._refreshing:
            if not session.is_due(refused):
                return
            try:
                self.response(REFRESH, session.refresh_arguments(), {})
            except AuthenticationError:
                session.end()
                raise

    def close(self) -> None:
        """Closes the connections, unless the HTTP client is your own."""
        if self.owns_http:
            self.http.close()


class AsyncTransport(_Core[httpx.AsyncClient]):
    """Sends requests and awaits their answers."""

    def __init__(
        self, config: Config, credential: Credential | None, http: httpx.AsyncClient, owns_http: bool
    ) -> None:
        super().__init__(config, credential, http, owns_http)
        self._refreshing = anyio.Lock()

    async def value(self, operation: Operation, kind: Kind[T], arguments: Arguments, options: CommonOptions) -> T:
        """Returns the value of the answer."""
        return read_value(await self.response(operation, arguments, options), operation, kind)

    async def plan(self, operation: Operation, kind: Kind[T], arguments: Arguments, options: CommonOptions) -> T:
        """Returns the plan that a dry run answers."""
        response = await self.response(operation, arguments, options)
        return read_value(response, replace(operation, member="plan"), kind)

    async def page(
        self, operation: Operation, rows: Kind[list[T]], arguments: Arguments, options: CommonOptions
    ) -> Page[T]:
        """Returns a page of a list."""
        return read_page(await self.response(operation, arguments, options), operation, rows)

    async def none(self, operation: Operation, arguments: Arguments, options: CommonOptions) -> None:
        """Waits for an answer without a value."""
        await self.response(operation, arguments, options)

    async def redirect(self, operation: Operation, arguments: Arguments, options: CommonOptions) -> Redirect:
        """Returns the address of a redirection."""
        return read_redirect(await self.response(operation, arguments, options))

    async def stream(self, operation: Operation, arguments: Arguments, options: CommonOptions) -> httpx.Response:
        """Returns an answer whose body is not read yet: read it to the end, or close it."""
        return await self.response(operation, arguments, options, is_streamed=True)

    async def response(
        self, operation: Operation, arguments: Arguments, options: CommonOptions, *, is_streamed: bool = False
    ) -> httpx.Response:
        """
        Sends a request until it is answered.

        Raises `ApiError`, `ConnectionFailedError` or `DeadlineError`.
        """
        exchange = self.open(operation, arguments, options)
        refused: str | None = None
        while True:
            await self._refresh(operation, arguments, refused)
            bearer = self.bearer(operation, arguments)
            try:
                request = exchange.next_request(self.http, bearer)
                response = await self.http.send(request, stream=True)
                if _is_complete(response, is_streamed):
                    await response.aread()
            except httpx.RequestError as error:
                delay = exchange.after_error(error)
            else:
                self.record(operation, response)
                try:
                    pause = exchange.after_response(response)
                except AuthenticationError as error:
                    if not self.can_refresh(error, refused):
                        raise
                    refused, pause = bearer, 0
                if pause is None:
                    return response
                delay = pause
            await anyio.sleep(delay)

    async def _refresh(self, operation: Operation, arguments: Arguments, refused: str | None) -> None:
        session = self.needs_session(operation, arguments)
        if session is None or not session.is_due(refused):
            return
        async with self._refreshing:
            if not session.is_due(refused):
                return
            try:
                await self.response(REFRESH, session.refresh_arguments(), {})
            except AuthenticationError:
                session.end()
                raise

    async def close(self) -> None:
        """Closes the connections, unless the HTTP client is your own."""
        if self.owns_http:
            await self.http.aclose()
