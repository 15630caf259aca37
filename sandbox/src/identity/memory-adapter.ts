import type { AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  readonly payload: AdapterPayload;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Creates the provider's storage in memory for codes, sessions and grants, at most `limit` of them. Each provider gets
 * its own, so that several in one test process are isolated.
 *
 * The library's own storage prints a warning at every start.
 */
export function createMemoryAdapter(limit = 10_000): AdapterFactory {
  const entries = new Map<string, Entry>();

  function read(key: string): AdapterPayload | undefined {
    const entry = entries.get(key);
    if (entry && entry.expiresAt > Date.now()) return entry.payload;
    entries.delete(key);
    return undefined;
  }

  function write(key: string, payload: AdapterPayload, expiresInSeconds = Infinity): void {
    entries.delete(key);
    entries.set(key, { payload, expiresAt: Date.now() + expiresInSeconds * 1_000 });
    const [oldest] = entries.keys();
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
  }

  return (model) => ({
    upsert: async (id, payload, expiresInSeconds) => write(`${model}:${id}`, payload, expiresInSeconds),
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => {
      const keys = [...entries.keys()].filter((key) => key.startsWith(`${model}:`));
      return keys.map(read).find((payload) => payload?.uid === uid);
    },
    // Only the device flow has user codes, and this provider does not support it.
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
    },
    destroy: async (id) => void entries.delete(`${model}:${id}`),
    // Limited to this model: a login that continues with another account names the previous account's grant.
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key);
      }
    },
  });
}
