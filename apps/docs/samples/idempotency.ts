import { createAdminClient } from '@pas/client';

const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '' } = process.env;
const client = createAdminClient({ baseUrl, apiKey });

const create = () =>
  client.properties
    .create({ name: 'Elm Court', address: { country: 'US' } }, { idempotencyKey: 'job-8-row-1' })
    .withResponse();

const [first, second] = [await create(), await create()];
console.log(first.data.id === second.data.id, second.isReplayed);
