import { createAdminClient } from '@pas/client';

const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '' } = process.env;
const client = createAdminClient({ baseUrl, apiKey });

const { PAS_HOOK_URL: url = '' } = process.env;
const endpoint = await client.webhookEndpoints.create({ url, events: ['door.opened'] });
const attempt = await client.webhookEndpoints.test(endpoint.id, { type: 'door.opened' });
console.log(attempt.type, attempt.status);
await client.webhookEndpoints.delete(endpoint.id);
