"""Signs a resident up with the generated clients of the Admin API and the Resident API."""

import sys
from typing import TypeVar

from property_access_admin_api_client.api.onboarding import create_invite
from property_access_admin_api_client.api.properties import list_properties
from property_access_admin_api_client.api.units import ensure_unit
from property_access_admin_api_client.client import AuthenticatedClient as AdminClient
from property_access_admin_api_client.models import (
    CreateInviteBody,
    CreateInviteResponse201,
    EnsureUnitBody,
    EnsureUnitResponse201,
    PropertyList,
)
from property_access_resident_api_client.api.auth import sign_up
from property_access_resident_api_client.api.me import get_me
from property_access_resident_api_client.client import AuthenticatedClient, Client
from property_access_resident_api_client.models import GetMeResponse200, SignInResult, SignUpBody

Expected = TypeVar("Expected")


def require(kind: type[Expected], answer: object) -> Expected:
    """Returns an answer of this kind, and ends the program with any other one."""
    if not isinstance(answer, kind):
        raise SystemExit(f"Expected {kind.__name__}, got {answer}")
    return answer


base_url, key, email = sys.argv[1:]

admin = AdminClient(base_url=base_url, token=key)
properties = require(PropertyList, list_properties.sync(client=admin)).properties
placed = EnsureUnitBody(property_id=properties[0].id, label=email)
unit = require(EnsureUnitResponse201, ensure_unit.sync(client=admin, body=placed)).unit
invited = CreateInviteBody(unit_id=unit.id, invitee_email=email)
invite = require(CreateInviteResponse201, create_invite.sync(client=admin, body=invited)).invite

person = SignUpBody(
    invite_token=invite.token or "",
    password="correct horse battery",
    first_name="Jordan",
    last_name="Reyes",
)
signed_in = require(SignInResult, sign_up.sync(client=Client(base_url=base_url), body=person))
resident = AuthenticatedClient(base_url=base_url, token=signed_in.token)
me = require(GetMeResponse200, get_me.sync(client=resident)).resident
print(f"properties listed: {len(properties)}; signed up: {me.email}")
