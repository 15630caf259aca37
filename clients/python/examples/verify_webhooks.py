"""Receives webhooks: verifies each request, ignores repeats and handles events by their type."""

import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

from pas_client import WebhookVerificationError, verify_webhook

port, *secrets = sys.argv[1:]
seen: set[str] = set()  # Keep these ids in your database.


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify_webhook(body, dict(self.headers), secrets)
        except WebhookVerificationError as error:
            self.send_error(401, error.reason)
            return
        event_id = self.headers["webhook-id"]
        if event_id not in seen:
            seen.add(event_id)
            if event.type == "invite.accepted" and event.data.invite:
                print(f"{event.data.invite.invitee_email} moved into {event.data.invite.unit_id}", flush=True)
            elif event.type == "door.denied" and event.data.access_event:
                print(f"denied: {event.data.access_event.reason}", flush=True)
            else:
                print(event.type, flush=True)
        self.send_response(204)
        self.end_headers()


HTTPServer(("127.0.0.1", int(port)), Receiver).serve_forever()
