import os

from pas_client import AdminClient

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"]) as client:
    endpoint = client.webhook_endpoints.create(url=os.environ["PAS_HOOK_URL"], events=["door.opened"])
    attempt = client.webhook_endpoints.test(endpoint.id, type="door.opened")
    print(attempt.type, attempt.status)
    client.webhook_endpoints.delete(endpoint.id)
