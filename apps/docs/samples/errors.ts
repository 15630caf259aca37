import { createAdminClient, InvalidError } from '@pas/client';

const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '' } = process.env;
const client = createAdminClient({ baseUrl, apiKey });

try {
  await client.properties.create({ name: '', address: { country: 'US' } });
} catch (error) {
  if (!(error instanceof InvalidError)) throw error;
  console.log(error.code, Object.keys(error.fields));
}
