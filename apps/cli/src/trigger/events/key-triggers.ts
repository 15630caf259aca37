import type { AdminClient } from '@pas/client';
import type { Trigger } from './trigger.ts';

/** The end of a key is announced one day before. The key must be older by then, so it lives 5 s longer. */
const livesMs = 24 * 3_600_000 + 5000;

/** Creates a short key with a scope that every caller of a trigger holds. Its secret is not kept. */
function createShortKey(client: AdminClient) {
  const expiresAt = new Date(Date.now() + livesMs).toISOString();
  return client.apiKeys.create({ name: 'pas trigger', scopes: ['events:read'], expiresAt });
}

/** Triggers of API keys. */
export const keyTriggers = {
  'key.rotated': {
    summary: 'creates a key, rotates it, and revokes its successor',
    run: async ({ client }) => {
      const { id } = await createShortKey(client);
      const successor = await client.apiKeys.rotate(id, { gracePeriodSeconds: 0 });
      await client.apiKeys.revoke(successor.id, { reason: 'pas trigger' });
      return { type: 'API key', id };
    },
  },
  'key.leaked': {
    summary: 'creates a key, and reports it as a secret scanner does',
    run: async ({ client }) => {
      const { id, secret } = await createShortKey(client);
      await client.apiKeys.reportLeaked({ reports: [{ token: secret ?? '', source: 'pas trigger' }] });
      return { type: 'API key', id };
    },
  },
  'key.expiring': {
    summary: 'creates a key whose end is announced after 5 s',
    waitSeconds: 90,
    run: async ({ client }) => ({ type: 'API key', id: (await createShortKey(client)).id }),
  },
} satisfies Record<string, Trigger>;
