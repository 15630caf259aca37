import os

from pas_client import AdminClient

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"], environment="TEST") as client:
    page = client.properties.list(limit=1)
    print(page.total, page.items[0].name)
