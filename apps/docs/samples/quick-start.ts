import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createAdminClient, verifyWebhook } from '@pas/client';

const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '', PORT = '3000' } = process.env;
const client = createAdminClient({ baseUrl, apiKey });
const roster = [
  { id: 'r-1', unit: 'Apt 4B', firstName: 'Jordan', lastName: 'Reyes', email: 'jordan@example.test' },
  { id: 'r-2', unit: 'Apt 10', firstName: 'Sam', lastName: 'Ortiz', email: 'sam@example.test' },
];

// Syncs the roster. Each repetition has the same result.
const found = await client.properties.list({ q: 'Cedar House' });
const { id: propertyId } =
  found.items[0] ?? (await client.properties.create({ name: 'Cedar House', address: { country: 'US' } }));
for (const { id, unit, ...person } of roster) {
  const { id: unitId } = await client.units.ensure({ propertyId, label: unit });
  await client.users.putByExternalId(id, { kind: 'RESIDENT', ...person, residence: { unitId } });
}
console.log('synced', roster.length);

// Receives a test event, and verifies its signature. The endpoint hears no event of the sync above.
const url = `http://127.0.0.1:${PORT}/`;
const endpoint = await client.webhookEndpoints.create({ url, events: ['resident.moved_out'] });
const receiver = createServer((request, response) => {
  void buffer(request)
    .then((body) => verifyWebhook(body, request.headers, [endpoint.secret ?? '']))
    .then(
      async (event) => {
        console.log('verified', event.type);
        response.writeHead(204).end();
        await client.webhookEndpoints.delete(endpoint.id);
        receiver.close();
      },
      () => response.writeHead(401).end(),
    );
});
receiver.listen(Number(PORT));
await client.webhookEndpoints.test(endpoint.id, { type: 'resident.moved_out' });
