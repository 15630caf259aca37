import os
from datetime import datetime, timezone

from pas_client import AdminClient, Deleted

since = datetime(2026, 1, 1, tzinfo=timezone.utc)

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"]) as client:
    for change in client.units.changes(since=since):
        print(f"deleted {change.id}" if isinstance(change, Deleted) else f"saved {change.row.label}")
