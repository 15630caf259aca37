"""
Creates invites through a network that loses requests and answers, and follows the feed through it. Prints what exists
afterwards, as JSON.
"""

import json
import sys

import anyio

from pas_client import AsyncAdminClient

url, key, count_text = sys.argv[1:]
COUNT = int(count_text)
WORKERS = 16


async def create(client: AsyncAdminClient, property_id: str, label: int, created: set[str]) -> None:
    unit = await client.units.ensure(property_id=property_id, label=str(label))
    for _ in range(COUNT // WORKERS):
        # Without a contact, each call creates a new invite.
        created.add((await client.onboarding.invites.create(unit_id=unit.id)).id)
        if len(created) % 500 == 0:
            print(f"created {len(created)}", file=sys.stderr, flush=True)


async def follow(client: AsyncAdminClient, found: list[str]) -> None:
    async for event in client.events.follow(types="invite.created", wait=5):
        if event.type == "invite.created":
            found.append(event.data.invite.id if event.data.invite else "gone")
        if len(found) >= COUNT:
            return


async def main() -> None:
    async with AsyncAdminClient(url, key, max_retries=40, timeout=240) as client:
        building = await client.properties.create(name="Chaos")
        created: set[str] = set()
        found: list[str] = []
        async with anyio.create_task_group() as group:
            group.start_soon(follow, client, found)
            for label in range(1, WORKERS + 1):
                group.start_soon(create, client, building.id, label, created)
        listed = [invite.id async for invite in client.onboarding.invites.iterate()]
        print(
            json.dumps(
                {
                    "created": len(created),
                    "listed": len(listed),
                    "same": created == set(listed) == set(found),
                    "events": len(found),
                }
            )
        )


anyio.run(main)
