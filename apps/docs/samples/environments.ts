import { createAdminClient } from '@pas/client';

const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '' } = process.env;
const client = createAdminClient({ baseUrl, apiKey, environment: 'TEST' });

const { items, total } = await client.properties.list({ limit: 1 });
console.log(total, items[0]?.name);
