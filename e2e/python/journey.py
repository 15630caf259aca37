"""Invites a person with a client that was generated from the Admin API's description."""

import json
import sys

from admin_client.api.onboarding import create_invite, dispatch_invite, list_invites
from admin_client.api.properties import create_property
from admin_client.api.units import ensure_unit, get_unit
from admin_client.client import AuthenticatedClient
from admin_client.models import CreateInviteBody, CreatePropertyBody, DispatchInviteBody, EnsureUnitBody
from admin_client.models.dispatch_invite_body_channels_item import DispatchInviteBodyChannelsItem

base_url, key, email = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=key)

home = create_property.sync(client=client, body=CreatePropertyBody(name="Typed")).property_
unit = ensure_unit.sync(client=client, body=EnsureUnitBody(property_id=home.id, label="Apt 1")).unit
invite = create_invite.sync(client=client, body=CreateInviteBody(unit_id=unit.id, invitee_email=email)).invite
dispatched = dispatch_invite.sync(
    invite.id, client=client, body=DispatchInviteBody(channels=[DispatchInviteBodyChannelsItem.EMAIL])
).invite
found = list_invites.sync(client=client, unit_id=unit.id, limit=10)
problem = get_unit.sync(home.id, client=client)
print(
    json.dumps(
        {
            "channels": [delivery.channel for delivery in dispatched.deliveries],
            "total": found.total,
            "code": problem.code,
        }
    )
)
