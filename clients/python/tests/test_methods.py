"""Every operation has a method, in both clients."""

from __future__ import annotations

import inspect
import json
import keyword
import re
from pathlib import Path
from typing import Any

import pytest

from pas_client import (
    AdminClient,
    AsyncAdminClient,
    AsyncControllerClient,
    AsyncResidentClient,
    ControllerClient,
    ResidentClient,
)
from pas_client._resources import admin_operations, mobile_operations, resident_operations

TABLE = json.loads((Path(__file__).parents[2] / "methods.json").read_text())["clients"]
CLIENTS: dict[str, list[Any]] = {
    "admin": [AdminClient("http://localhost", "key"), AsyncAdminClient("http://localhost", "key")],
    "resident": [ResidentClient("http://localhost"), AsyncResidentClient("http://localhost")],
    "controller": [ControllerClient("http://localhost", "key"), AsyncControllerClient("http://localhost", "key")],
}
OPERATIONS = {
    "admin": admin_operations.OPERATIONS,
    "resident": resident_operations.OPERATIONS,
    "core-mobile": mobile_operations.OPERATIONS,
}


def to_python(name: str) -> str:
    """Returns the Python name of a method."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return f"{snake}_" if keyword.iskeyword(snake) else snake


def find(client: object, name: str) -> Any:
    """Returns a method by its name in the table."""
    found = client
    for part in name.split("."):
        found = getattr(found, to_python(part))
    return found


@pytest.mark.parametrize("description", OPERATIONS)
def test_each_operation_has_exactly_one_method(description: str) -> None:
    named = [id_ for client in TABLE.values() for id_ in client.get(description, {})]
    assert sorted(named) == sorted(operation.id for operation in OPERATIONS[description])


@pytest.mark.parametrize("client", CLIENTS)
def test_both_clients_have_each_method(client: str) -> None:
    waiting, awaiting = CLIENTS[client]
    for methods in TABLE[client].values():
        for name in methods.values():
            assert not inspect.iscoroutinefunction(find(waiting, name)), name
            assert inspect.iscoroutinefunction(find(awaiting, name)), name
            ours, theirs = (inspect.signature(find(each, name)) for each in (waiting, awaiting))
            assert ours.parameters.keys() == theirs.parameters.keys(), name
