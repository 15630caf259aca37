import os

from pas_client import AdminClient

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"]) as client:
    options = {"name": "Elm Court", "address": {"country": "US"}, "idempotency_key": "job-9-row-1"}
    first = client.properties.create(**options)
    second = client.properties.create(**options)
    print(first.id == second.id, second.http.headers["idempotency-replayed"])
