import os

from pas_client import AdminClient

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"]) as client:
    caller = client.auth.get_self()
    print(caller.type, caller.environments)
