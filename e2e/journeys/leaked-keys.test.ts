import { expect, test } from 'vitest';
import { waitUntil } from '@pas/testing/wait-until';
import { bodyOf, call } from '../client/http-call.ts';
import { actAsManager } from '../client/property-manager.ts';
import { useSystem } from '../shared-system/use-system.ts';

interface ApiKey {
  id: string;
  secret: string;
  status: string;
  leakSource: string | null;
}

test('a key that a scanner reports without credentials is 401 key_revoked, and its record names the scanner', async () => {
  const { local } = await useSystem();
  const { gatewayUrl, apiKey: key } = local;
  const manager = actAsManager({ gatewayUrl, key });
  const body = { name: 'Leaked by a build log', scopes: ['units:read'] };
  const { apiKey } = await bodyOf(manager.call<{ apiKey: ApiKey }>('/api-keys', { body }), 201);
  const leaked = { bearer: apiKey.secret };
  expect((await call(`${gatewayUrl}/api/admin/units`, leaked)).status).toBe(200);
  const reports = [{ token: apiKey.secret, source: 'Scanner' }];
  const sent = call(`${gatewayUrl}/api/admin/api-keys/leak-reports`, { body: { reports } });
  expect(await bodyOf(sent, 202)).toEqual({ leakReport: { received: 1 } });
  const isRefused = async () => (await call(`${gatewayUrl}/api/admin/units`, leaked)).status === 401;
  await waitUntil(isRefused, { what: 'the refusal of the key' });
  const shown = await bodyOf(manager.call<{ apiKey: ApiKey }>(`/api-keys/${apiKey.id}`), 200);
  expect(shown.apiKey).toMatchObject({ status: 'REVOKED', leakSource: 'Scanner' });
});
