import { randomUUID } from 'node:crypto';
import { newId } from '@pas/shared/ids/id';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOf } from '../client/audit-trail.ts';
import { call } from '../client/http-call.ts';
import { mintKey } from '../client/mint-key.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { openStores, type Stores } from '../client/stores.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

describe('a 403', () => {
  const reads = 'properties:read';
  let system: SharedSystem;
  let dev: { owner: PropertyManager; stores: Stores };
  let testing: { owner: PropertyManager; stores: Stores };
  let key: string;
  let narrow: PropertyManager;

  beforeAll(async () => {
    system = await useSystem();
    const { gatewayUrl, apiKey } = system.local;
    const ownerIn = (environment: string): PropertyManager =>
      actAsManager({ gatewayUrl, key: apiKey, headers: { 'X-Admin-Env': environment } });
    dev = { owner: ownerIn('DEV'), stores: await openStores(system, 'DEV') };
    testing = { owner: ownerIn('TEST'), stores: await openStores(system, 'TEST') };
    const { tenantId } = await dev.owner.createProperty('Denials');
    key = await mintKey(system.dataDir, { tenant: tenantId, scopes: reads });
    narrow = actAsManager({ gatewayUrl, key });
  });
  afterAll(() => Promise.all([dev.stores.close(), testing.stores.close()]));

  test('for a missing scope names the scope, and is recorded once', async () => {
    expect(await narrow.call('/properties')).toMatchObject({ status: 200 });
    const correlationId = `denied-${randomUUID()}`;
    const answer = await narrow.call('/properties', {
      body: { name: 'Not mine to make' },
      headers: { 'X-Correlation-Id': correlationId },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    expect(answer.headers['www-authenticate']).toContain('scope="properties:write"');

    const { records, submitted } = await auditOf(dev.owner, dev.stores, { correlationId, atLeast: 1 });
    expect(submitted).toBe(1);
    expect(records).toMatchObject([
      {
        outcome: 'DENIED',
        actor: { type: 'API_KEY', name: 'e2e' },
        targets: [{ type: 'property', id: null }],
        denial: { scope: 'properties:write', method: 'POST', route: '/api/admin/properties' },
        context: { service: 'admin', environment: 'DEV' },
      },
    ]);
  });

  test('by the gateway for an environment outside the key’s is recorded in that environment', async () => {
    const correlationId = `denied-${randomUUID()}`;
    const headers = { 'X-Correlation-Id': correlationId, 'X-Admin-Env': 'TEST' };
    const answer = await narrow.call('/properties', { headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'environment_not_allowed' } });

    const { records, submitted } = await auditOf(testing.owner, testing.stores, {
      correlationId,
      atLeast: 1,
    });
    expect(submitted).toBe(1);
    expect(records).toMatchObject([
      { outcome: 'DENIED', actor: { name: 'e2e' }, context: { service: 'gateway', environment: 'TEST' } },
    ]);
    expect(await dev.owner.listAudit({ correlationId })).toMatchObject({ total: 0 });
  });

  test('by the gateway for a key outside the Admin API is recorded once', async () => {
    const correlationId = `denied-${randomUUID()}`;
    const answer = await call(`${system.local.gatewayUrl}/api/v1/units`, {
      bearer: key,
      headers: { 'X-Correlation-Id': correlationId },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'api_key_not_accepted_here' } });
    const { records, submitted } = await auditOf(dev.owner, dev.stores, { correlationId, atLeast: 1 });
    expect(submitted).toBe(1);
    expect(records).toMatchObject([{ outcome: 'DENIED', context: { service: 'gateway' } }]);
  });

  test('is the only recorded refusal: 401, 404, 409 and 422 are not recorded', async () => {
    const correlationId = `refused-${randomUUID()}`;
    const headers = { 'X-Correlation-Id': correlationId };
    const { gatewayUrl } = system.local;
    const refusals = [
      await call(`${gatewayUrl}/api/admin/properties`, { headers, from: '127.0.52.1' }),
      await dev.owner.call(`/properties/${newId('property')}`, { headers }),
      await dev.owner.call('/properties', { body: {}, headers }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([401, 404, 422]);
    // A later record is sealed here, so theirs would have been sealed too.
    await dev.owner.call('/properties', { body: { name: 'Afterwards' }, headers });
    const { records, submitted } = await auditOf(dev.owner, dev.stores, { correlationId, atLeast: 1 });
    expect(submitted).toBe(1);
    expect(records).toMatchObject([{ action: 'property.created', outcome: 'SUCCESS' }]);
  });
});
