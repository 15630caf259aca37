import { createAdminClient } from '@pas/client';

const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '' } = process.env;
const client = createAdminClient({ baseUrl, apiKey });

for await (const change of client.units.changes({ since: '2026-01-01T00:00:00Z' })) {
  console.log(change.type === 'deleted' ? `deleted ${change.id}` : `saved ${change.row.label}`);
}
