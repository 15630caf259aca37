"""A server on this machine, which answers as a test scripts it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias, cast
from urllib.parse import parse_qsl, urlsplit

import anyio
import pytest

from pas_client import AdminClient, AsyncAdminClient


@dataclass(frozen=True)
class Request:
    """A request that the server received."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any


@dataclass(frozen=True)
class Answer:
    """An answer; None as body sends none."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict[str, str])


class CutConnection:
    """Instead of an answer: the server reads the request and closes the connection."""


Reply: TypeAlias = Answer | CutConnection
CUT = CutConnection()


def problem(status: int, code: str, headers: dict[str, str] | None = None, **members: Any) -> Answer:
    """Returns a failure as the service answers it."""
    body = {"type": f"/docs/errors#{code}", "title": code, "status": status, "code": code, "message": "…", **members}
    return Answer(status, {"correlationId": "correlation-1", **body}, headers or {})


class ScriptedServer:
    """Answers each request by the next reply of its script, or by a function."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.replies: list[Reply] = []
        self.handle: Callable[[Request], Reply] = lambda _: self.replies.pop(0)
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._http.server_port}"

    def reply(self, *replies: Reply) -> None:
        """Adds replies to the script."""
        self.replies.extend(replies)

    def answer(self, request: Request) -> Reply:
        """Records a request and returns its reply."""
        with self._lock:
            self.requests.append(request)
            return self.handle(request)

    def close(self) -> None:
        """Stops the server."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                sent = self.rfile.read(int(self.headers.get("content-length", 0)))
                url = urlsplit(self.path)
                headers = {name.lower(): value for name, value in self.headers.items()}
                is_json = headers.get("content-type") == "application/json"
                body = json.loads(sent) if is_json else (sent.decode() or None)
                request = Request(self.command, url.path, dict(parse_qsl(url.query)), headers, body)
                reply = server.answer(request)
                if isinstance(reply, CutConnection):
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                content = b"" if reply.body is None else json.dumps(reply.body).encode()
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def log_message(self, format: str, *args: Any) -> None:
                """Logs nothing."""

        return Handler


class Caller:
    """Calls an operation by its name, with the client that waits or the one that awaits."""

    def __init__(self, server: ScriptedServer, is_async: bool) -> None:
        self._server = server
        self._is_async = is_async

    def __call__(self, name: str, /, *args: Any, **options: Any) -> Any:
        """Calls an operation of the Admin API: `units.ensure`."""
        if self._is_async:
            return anyio.run(self._call_async, name, args, options)
        with AdminClient(self._server.url, "key-1") as client:
            result = _method(client, name)(*args, **options)
            return list(result) if isinstance(result, Iterator) else result

    async def _call_async(self, name: str, args: Any, options: Any) -> Any:
        async with AsyncAdminClient(self._server.url, "key-1") as client:
            result = _method(client, name)(*args, **options)
            return [item async for item in result] if hasattr(result, "__aiter__") else await result


def _method(client: object, name: str) -> Callable[..., Any]:
    found: Any = client
    for part in name.split("."):
        found = getattr(found, part)
    return cast("Callable[..., Any]", found)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server without a script."""
    scripted = ScriptedServer()
    yield scripted
    scripted.close()


@pytest.fixture(params=[False, True], ids=["sync", "async"])
def call(request: pytest.FixtureRequest, server: ScriptedServer) -> Caller:
    """Both clients of the Admin API."""
    return Caller(server, request.param)


UNIT: dict[str, Any] = {
    "id": "unit_1",
    "tenantId": "ten_1",
    "createdAt": "2026-03-01T09:30:00.000Z",
    "updatedAt": "2026-03-01T09:30:00.000Z",
    "version": 3,
    "propertyId": "prop_1",
    "label": "Apt 4B",
    "labelKey": "4B",
    "dialCode": "101",
    "floor": None,
    "externalId": None,
    "occupancy": "VACANT",
}


def unit(**fields: Any) -> dict[str, Any]:
    """Returns a unit as the service answers it."""
    return {**UNIT, **fields}
