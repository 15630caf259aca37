import { createAdminClient } from '@pas/client';

const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '' } = process.env;
const client = createAdminClient({ baseUrl, apiKey });

const page = await client.units.list({ sort: 'label', limit: 2 });
console.log(page.items.length, page.total, page.hasMore);

const labels: string[] = [];
for await (const { label } of client.units.iterate()) labels.push(label);
console.log(labels.join(' '));
