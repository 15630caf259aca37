"""Reads answers into values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import httpx
from pydantic import ValidationError

from ._errors import SecretUnavailableError, UnexpectedAnswerError, http_info
from ._models import HttpInfo, Model
from ._operation import Kind, Operation

T = TypeVar("T")


@dataclass(frozen=True)
class Page(Generic[T]):
    """A page of a list."""

    items: Sequence[T]
    #: All rows of the list, not only those of this page.
    total: int
    limit: int
    offset: int
    http: HttpInfo

    @property
    def has_more(self) -> bool:
        """Whether rows follow this page."""
        return self.offset + len(self.items) < self.total


@dataclass(frozen=True)
class Redirect:
    """An answer that names another address."""

    location: str
    http: HttpInfo


def read_value(response: httpx.Response, operation: Operation, kind: Kind[T]) -> T:
    """
    Reads the value of an answer.

    Raises `UnexpectedAnswerError` for a body that does not fit, and `SecretUnavailableError` for a lost secret.
    """
    body = _read_json(response)
    value = _parse(response, kind, _member(response, body, operation.member) if operation.member else body)
    if isinstance(value, Model):
        value.attach_http(http_info(response))
    if getattr(value, "secret_available", None) is False:
        raise SecretUnavailableError(value)
    return value


def read_page(response: httpx.Response, operation: Operation, rows: Kind[list[T]]) -> Page[T]:
    """
    Reads a page of a list.

    Raises `UnexpectedAnswerError` for a body that does not fit.
    """
    body = _read_json(response)
    items = _parse(response, rows, _member(response, body, str(operation.member)))
    total, limit, offset = (int(_member(response, body, name)) for name in ("total", "limit", "offset"))
    return Page(items, total, limit, offset, http_info(response))


def read_redirect(response: httpx.Response) -> Redirect:
    """Reads the address of a redirection."""
    return Redirect(response.headers.get("location", ""), http_info(response))


def _read_json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError as error:
        raise UnexpectedAnswerError(f"The answer is not JSON: {error}", http_info(response)) from error


def _member(response: httpx.Response, body: Any, name: str) -> Any:
    members = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
    if name not in members:
        raise UnexpectedAnswerError(f"The answer has no member {name!r}", http_info(response))
    return members[name]


def _parse(response: httpx.Response, kind: Kind[T], value: Any) -> T:
    try:
        return kind.adapter.validate_python(value)
    except ValidationError as error:
        raise UnexpectedAnswerError(f"The answer does not fit: {error}", http_info(response)) from error
