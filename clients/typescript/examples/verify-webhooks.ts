// Receives webhooks, verifies them, and prints who opened a door.
//   PORT=3000 PAS_WEBHOOK_SECRETS=whsec_…,whsec_… node verify-webhooks.ts
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError, type VerifiedEvent } from '@pas/client';

const secrets = (process.env['PAS_WEBHOOK_SECRETS'] ?? '').split(',');
const seen = new Set<string>();

function show(event: VerifiedEvent): void {
  if (seen.has(event.id)) return;
  seen.add(event.id);
  if (event.type !== 'door.opened') return console.log(event.type);
  const { accessEvent } = event.data;
  console.log(`${accessEvent?.accessPointId} opened by ${accessEvent?.subject?.name ?? 'an unknown person'}`);
}

async function receive(request: IncomingMessage): Promise<number> {
  try {
    show(await verifyWebhook(await buffer(request), request.headers, secrets));
    return 204;
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) return 500;
    console.error(error.reason);
    return 401;
  }
}

const server = createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end());
});
server.listen(Number(process.env['PORT'] ?? 3000), () => console.log('listening'));
