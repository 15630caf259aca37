"""Keeps the residents of one building equal to a roster, then reads what changed. Repeat it as often as you like."""

import csv
import sys
from pathlib import Path

from pas_client import AdminClient, Deleted, InvalidError

base_url, api_key, property_name, roster = sys.argv[1:]

with AdminClient(base_url, api_key, on_behalf_of="nightly roster") as client:
    found = client.properties.list(q=property_name).items
    building = found[0] if found else client.properties.create(name=property_name)

    for row in csv.DictReader(Path(roster).read_text().splitlines()):
        unit = client.units.ensure(property_id=building.id, label=row["unit"])
        try:
            user = client.users.put_by_external_id(
                row["id"],
                kind="RESIDENT",
                email=row["email"],
                first_name=row["first_name"],
                last_name=row["last_name"],
                residence={"unit_id": unit.id},
            )
        except InvalidError as error:
            print(f"{row['id']}: {error.fields}")
            continue
        if user.status == "INVITED":
            client.onboarding.invites.create(unit_id=unit.id, invitee_email=row["email"], dispatch=["EMAIL"])

    for change in client.users.changes(property_id=building.id):
        if isinstance(change, Deleted):
            print(f"{change.at:%H:%M:%S} {change.id} deleted")
        else:
            print(f"{change.at:%H:%M:%S} {change.row.email} {change.row.status}")
