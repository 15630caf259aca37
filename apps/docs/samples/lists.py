import os

from pas_client import AdminClient

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"]) as client:
    page = client.units.list(sort="label", limit=2)
    print(len(page.items), page.total, page.has_more)
    print(" ".join(unit.label for unit in client.units.iterate()))
