"""
Calls every operation of the clients on a running system. Prints the status of each, and the codes of refusals, as JSON.

An operation that needs what this program cannot make, such as an operator's session, is called as well: its refusal
must be an `ApiError`.
"""

import json
from contextlib import ExitStack

import integration
import reading
import apps
import doors
import residents
from drive import codes, open_client, platform_key, statuses

with ExitStack() as stack:
    platform = open_client("Admin", stack, platform_key)
    admin = open_client("Admin", stack, residents.tenants(platform), environment="DEV")
    building, unit, other = residents.homes(admin)
    residents.people(admin, unit, other)
    token = residents.invites(admin, unit)
    door = doors.doors(admin, building, stack)
    resident = open_client("Resident", stack)
    apps.sign_in(resident, token)
    apps.live(resident)
    pass_token = apps.phone(resident, door)
    apps.pages(resident, pass_token, door)
    apps.leave(resident)
    integration.imports(admin, building)
    integration.webhooks(admin)
    integration.keys(admin, stack)
    integration.clocks(admin)
    reading.reading(admin)

print(json.dumps({"statuses": statuses, "codes": codes}))
