"""Credentials: keys, and the session of a resident."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from ._models import Model, omit
from ._operation import Arguments, Operation

#: A token is replaced this many seconds before its end, so that no request arrives after it.
_MARGIN_SECONDS = 30.0

REFRESH = Operation(
    "refreshSession", "POST", "/api/v1/auth/refresh", is_public=True, is_repeatable=True, session="adopts"
)


@dataclass(frozen=True)
class Tokens:
    """The tokens of a signed-in resident. Store them as you store a password."""

    token: str
    refresh_token: str | None
    #: End of `token`, in seconds since 1970.
    expires_at: float

    def __repr__(self) -> str:
        return f"Tokens(expires_at={self.expires_at})"


class _SignedIn(Model):
    token: str
    expires_in: float
    refresh_token: str | None = None


class ResidentSession:
    """
    The session of a resident. The client signs in with it, refreshes its token and stores each new one here.

    `on_change` receives the new tokens, and None after a log-out or when the session ended.
    """

    def __init__(
        self, tokens: Tokens | None = None, on_change: Callable[[Tokens | None], None] | None = None
    ) -> None:
        self._tokens = tokens
        self._on_change = on_change

    @property
    def tokens(self) -> Tokens | None:
        """The current tokens."""
        return self._tokens

    def adopt(self, content: bytes) -> None:
        """Takes the tokens of a sign-in or a refresh. An answer without tokens changes nothing."""
        try:
            signed_in = _SignedIn.model_validate_json(content)
        except ValueError:
            return
        expires_at = time.time() + signed_in.expires_in
        self._change(Tokens(signed_in.token, signed_in.refresh_token, expires_at))

    def end(self) -> None:
        """Drops the tokens."""
        if self._tokens is not None:
            self._change(None)

    def is_due(self, refused: str | None) -> bool:
        """Returns whether the token must be refreshed: it ends soon, or it is the one that the service refused."""
        tokens = self._tokens
        if tokens is None or tokens.refresh_token is None:
            return False
        return tokens.token == refused or time.time() > tokens.expires_at - _MARGIN_SECONDS

    def refresh_arguments(self) -> Arguments:
        """Returns the arguments of the refresh."""
        return Arguments(body={"refreshToken": self._tokens.refresh_token if self._tokens else None})

    def fill(self, arguments: Arguments) -> Arguments:
        """Adds the refresh token to the body of a refresh or a log-out that names none."""
        body, tokens = arguments.body, self._tokens
        if tokens is None or body is None or body.get("refreshToken") is not omit:
            return arguments
        return replace(arguments, body={**body, "refreshToken": tokens.refresh_token or omit})

    def _change(self, tokens: Tokens | None) -> None:
        self._tokens = tokens
        if self._on_change is not None:
            self._on_change(tokens)


class KeyCredential:
    """An API key, a staff token or a controller key; a function returns the current one at each request."""

    def __init__(self, key: str | Callable[[], str]) -> None:
        self.key = key

    def read(self) -> str:
        """Returns the key."""
        return self.key if isinstance(self.key, str) else self.key()


Credential = KeyCredential | ResidentSession
