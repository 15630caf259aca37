import { createAdminClient } from '@pas/client';

const { PAS_URL: baseUrl = '', PAS_API_KEY: apiKey = '' } = process.env;
const client = createAdminClient({ baseUrl, apiKey });

for await (const event of client.events.follow()) {
  console.log(event.type, event.cursor);
  break; // A program continues, and stores each cursor.
}
