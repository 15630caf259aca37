import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from pas_client import AdminClient, WebhookVerificationError, verify_webhook

port = int(os.environ.get("PORT", "3000"))
roster = [
    {"id": "r-1", "unit": "Apt 4B", "first_name": "Jordan", "last_name": "Reyes", "email": "jordan@example.test"},
    {"id": "r-2", "unit": "Apt 10", "first_name": "Sam", "last_name": "Ortiz", "email": "sam@example.test"},
]

with AdminClient(os.environ["PAS_URL"], os.environ["PAS_API_KEY"]) as client:
    # Syncs the roster. Each repetition has the same result.
    found = client.properties.list(q="Cedar House").items
    building = found[0] if found else client.properties.create(name="Cedar House", address={"country": "US"})
    for row in roster:
        person = {name: row[name] for name in ("first_name", "last_name", "email")}
        unit = client.units.ensure(property_id=building.id, label=row["unit"])
        client.users.put_by_external_id(row["id"], kind="RESIDENT", **person, residence={"unit_id": unit.id})
    print("synced", len(roster))

    # Receives a test event, and verifies its signature. The endpoint hears no event of the sync above.
    endpoint = client.webhook_endpoints.create(url=f"http://127.0.0.1:{port}/", events=["resident.moved_out"])

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            try:
                print("verified", verify_webhook(body, dict(self.headers), [endpoint.secret or ""]).type)
                self.send_response(204)
            except WebhookVerificationError:
                self.send_response(401)
            self.end_headers()

    with HTTPServer(("127.0.0.1", port), Receiver) as receiver:
        client.webhook_endpoints.test(endpoint.id, type="resident.moved_out")
        receiver.handle_request()
    client.webhook_endpoints.delete(endpoint.id)
