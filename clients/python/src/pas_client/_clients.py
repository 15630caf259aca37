"""The clients of the three kinds of callers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any

import httpx
from typing_extensions import Self, TypedDict, Unpack

from ._config import Config, RequestInfo, ResponseInfo
from ._models import RateLimit
from ._resources.admin import AdminResources
from ._resources.async_admin import AsyncAdminResources
from ._resources.async_controller import AsyncControllerResources
from ._resources.async_mobile import AsyncMobileResources
from ._resources.async_resident import AsyncResidentResources
from ._resources.controller import ControllerResources
from ._resources.mobile import MobileResources
from ._resources.resident import ResidentResources
from ._session import Credential, KeyCredential, ResidentSession
from ._transport import AsyncTransport, Transport


class ClientOptions(TypedDict, total=False):
    """Options of every client."""

    #: Seconds for all tries and waits of a call. Default: 60.
    timeout: float
    #: Default: 4.
    max_retries: int
    user_agent: str
    headers: Mapping[str, str]
    #: Called before each try. It may add headers, such as `traceparent`.
    on_request: Callable[[RequestInfo], None]
    #: Called after each try.
    on_response: Callable[[ResponseInfo], None]


class AdminOptions(ClientOptions, total=False):
    """Options of a client of the Admin API."""

    #: Environment of each request, such as TEST. Default: that of the gateway.
    environment: str
    #: Tenant of each request. Platform keys need it.
    tenant_id: str
    #: Person or system on whose behalf the key acts, for the audit.
    on_behalf_of: str
    #: Reason of the requests, for the audit.
    reason: str


def _transport(
    base_url: str, credential: Credential | None, http_client: httpx.Client | None, options: Mapping[str, Any]
) -> Transport:
    return Transport(
        Config(base_url, **options), credential, http_client or httpx.Client(), http_client is None
    )


def _async_transport(
    base_url: str, credential: Credential | None, http_client: httpx.AsyncClient | None, options: Mapping[str, Any]
) -> AsyncTransport:
    return AsyncTransport(
        Config(base_url, **options), credential, http_client or httpx.AsyncClient(), http_client is None
    )


class _Closing:
    """Ends the connections of a client at the end of its `with` block."""

    transport: Transport

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit of the API key after the last answer."""
        return self.transport.rate_limit

    def close(self) -> None:
        """Closes the connections, unless `http_client` is your own."""
        self.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _AsyncClosing:
    """Ends the connections of a client at the end of its `async with` block."""

    transport: AsyncTransport

    @property
    def rate_limit(self) -> RateLimit | None:
        """The rate limit of the API key after the last answer."""
        return self.transport.rate_limit

    async def close(self) -> None:
        """Closes the connections, unless `http_client` is your own."""
        await self.transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


class AdminClient(AdminResources, _Closing):
    """The Admin API, with an API key or a staff token. A function as `api_key` returns the key of each request."""

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str],
        *,
        http_client: httpx.Client | None = None,
        **options: Unpack[AdminOptions],
    ) -> None:
        self.transport = _transport(base_url, KeyCredential(api_key), http_client, options)
        super().__init__(self.transport)


class AsyncAdminClient(AsyncAdminResources, _AsyncClosing):
    """The Admin API, with an API key or a staff token. A function as `api_key` returns the key of each request."""

    def __init__(
        self,
        base_url: str,
        api_key: str | Callable[[], str],
        *,
        http_client: httpx.AsyncClient | None = None,
        **options: Unpack[AdminOptions],
    ) -> None:
        self.transport = _async_transport(base_url, KeyCredential(api_key), http_client, options)
        super().__init__(self.transport)


class ResidentClient(ResidentResources, MobileResources, _Closing):
    """The APIs of residents and their apps. The session takes the tokens of `auth.log_in` and refreshes them."""

    def __init__(
        self,
        base_url: str,
        session: ResidentSession | None = None,
        *,
        http_client: httpx.Client | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        self.session = session or ResidentSession()
        self.transport = _transport(base_url, self.session, http_client, options)
        ResidentResources.__init__(self, self.transport)
        MobileResources.__init__(self, self.transport)


class AsyncResidentClient(AsyncResidentResources, AsyncMobileResources, _AsyncClosing):
    """The APIs of residents and their apps. The session takes the tokens of `auth.log_in` and refreshes them."""

    def __init__(
        self,
        base_url: str,
        session: ResidentSession | None = None,
        *,
        http_client: httpx.AsyncClient | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        self.session = session or ResidentSession()
        self.transport = _async_transport(base_url, self.session, http_client, options)
        AsyncResidentResources.__init__(self, self.transport)
        AsyncMobileResources.__init__(self, self.transport)


class ControllerClient(ControllerResources, _Closing):
    """The API of door controllers, with a controller key."""

    def __init__(
        self,
        base_url: str,
        controller_key: str | Callable[[], str],
        *,
        http_client: httpx.Client | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        self.transport = _transport(base_url, KeyCredential(controller_key), http_client, options)
        super().__init__(self.transport)


class AsyncControllerClient(AsyncControllerResources, _AsyncClosing):
    """The API of door controllers, with a controller key."""

    def __init__(
        self,
        base_url: str,
        controller_key: str | Callable[[], str],
        *,
        http_client: httpx.AsyncClient | None = None,
        **options: Unpack[ClientOptions],
    ) -> None:
        self.transport = _async_transport(base_url, KeyCredential(controller_key), http_client, options)
        super().__init__(self.transport)
