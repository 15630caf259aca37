"""The session of a resident."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import pytest

from conftest import Answer, Request, ScriptedServer, problem
from pas_client import AsyncResidentClient, AuthenticationError, ResidentClient, ResidentSession, Tokens

POINTS = {"accessPoints": [], "total": 0, "limit": 50, "offset": 0}


def signed_in(number: int) -> dict[str, Any]:
    """Returns the answer of a log-in."""
    resident = {"id": "user_1", "kind": "RESIDENT", "email": "jordan@example.test", "status": "ACTIVE"}
    tokens = {"token": f"token-{number}", "tokenType": "Bearer", "expiresIn": 900, "refreshToken": f"refresh-{number}"}
    return {**tokens, "resident": resident, "memberships": []}


class Refreshing:
    """A service that accepts the newest token alone."""

    def __init__(self, server: ScriptedServer) -> None:
        self.newest = 1
        self.refreshes = 0
        server.handle = self.handle

    def handle(self, request: Request) -> Answer:
        if request.path == "/api/v1/auth/refresh":
            if request.body != {"refreshToken": f"refresh-{self.newest}"}:
                return problem(401, "token_invalid")
            self.newest += 1
            self.refreshes += 1
            return Answer(200, signed_in(self.newest))
        if request.path == "/api/v1/auth/logout":
            return Answer(204)
        if request.headers.get("authorization") != f"Bearer token-{self.newest}":
            return problem(401, "token_expired")
        return Answer(200, POINTS)


def tokens(number: int, seconds: float = 900) -> Tokens:
    return Tokens(f"token-{number}", f"refresh-{number}", time.time() + seconds)


def test_fifty_calls_refresh_an_ending_token_once(server: ScriptedServer) -> None:
    service = Refreshing(server)
    changes: list[Tokens | None] = []
    session = ResidentSession(tokens(1, seconds=20), changes.append)
    with ResidentClient(server.url, session) as client, ThreadPoolExecutor(50) as pool:
        pages = list(pool.map(lambda _: client.access.points.list(), range(50)))
    assert (len(pages), service.refreshes) == (50, 1)
    assert [change.refresh_token for change in changes if change is not None] == ["refresh-2"]


def test_fifty_awaited_calls_refresh_a_refused_token_once(server: ScriptedServer) -> None:
    service = Refreshing(server)
    service.newest = 1
    session = ResidentSession(Tokens("token-0", "refresh-1", time.time() + 900))

    async def read() -> None:
        async with AsyncResidentClient(server.url, session) as client, anyio.create_task_group() as group:
            for _ in range(50):
                group.start_soon(client.access.points.list)

    anyio.run(read)
    assert service.refreshes == 1
    assert session.tokens is not None and session.tokens.token == "token-2"


def test_a_refused_refresh_ends_the_session(server: ScriptedServer) -> None:
    Refreshing(server)
    changes: list[Tokens | None] = []
    session = ResidentSession(tokens(7, seconds=0), changes.append)
    with ResidentClient(server.url, session) as client, pytest.raises(AuthenticationError):
        client.access.points.list()
    assert changes == [None]


def test_a_log_out_sends_the_refresh_token_and_drops_it(server: ScriptedServer) -> None:
    Refreshing(server)
    with ResidentClient(server.url, ResidentSession(tokens(1))) as client:
        client.auth.log_out()
        assert client.session.tokens is None
    assert server.requests[-1].body == {"refreshToken": "refresh-1"}


def test_tokens_are_not_shown(server: ScriptedServer) -> None:
    assert "refresh-1" not in repr(tokens(1))
