import os

from pas_client import AdminClient

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"]) as client:
    for event in client.events.follow():
        print(event.type, event.cursor)
        break  # A program continues, and stores each cursor.
