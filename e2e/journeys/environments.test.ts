import { randomUUID } from 'node:crypto';
import { assertionHeader } from '@pas/shared/principal/assertion';
import { urlsOf } from '@pas/tools/local-system/plans/blueprint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOf } from '../client/audit-trail.ts';
import { bodyOf, call } from '../client/http-call.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { openStores, type Stores } from '../client/stores.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';
import { captureAssertion } from './capture-assertion.ts';

let system: SharedSystem;
let dev: { manager: PropertyManager; stores: Stores };
let testing: { manager: PropertyManager; stores: Stores };

beforeAll(async () => {
  system = await useSystem();
  const { gatewayUrl, apiKey } = system.local;
  const managerIn = (environment: string): PropertyManager =>
    actAsManager({ gatewayUrl, key: apiKey, headers: { 'X-Admin-Env': environment } });
  dev = { manager: managerIn('DEV'), stores: await openStores(system, 'DEV') };
  testing = { manager: managerIn('TEST'), stores: await openStores(system, 'TEST') };
});
afterAll(() => Promise.all([dev.stores.close(), testing.stores.close()]));

describe('a property made in TEST', () => {
  const correlationId = `testing-${randomUUID()}`;
  const word = `only${randomUUID().slice(0, 8)}`;
  let id: string;

  beforeAll(async () => {
    const made = testing.manager.call<{ property: { id: string } }>('/properties', {
      body: { name: `In TEST ${word}` },
      headers: { 'X-Correlation-Id': correlationId },
    });
    ({ id } = (await bodyOf(made, 201)).property);
  });

  test('exists by the header and at the gateway of TEST, and not in DEV', async () => {
    const { environments, apiKey } = system.local;
    const there = await call(`${environments.TEST.gatewayUrl}/api/admin/properties/${id}`, {
      bearer: apiKey,
    });
    expect(there).toMatchObject({ status: 200, headers: { 'x-admin-env': 'TEST' } });
    expect(await testing.manager.call(`/properties/${id}`)).toMatchObject({ status: 200 });
    const elsewhere = await dev.manager.call(`/properties/${id}`);
    expect(elsewhere).toMatchObject({ status: 404, headers: { 'x-admin-env': 'DEV' } });
    const list = await dev.manager.call(`/properties?q=${word}`);
    expect(list.body).toMatchObject({ properties: [], total: 0 });
  });

  test('has its record and its events only in TEST', async () => {
    const { manager, stores } = testing;
    const { records } = await auditOf(manager, stores, { correlationId, atLeast: 1 });
    expect(records).toMatchObject([{ action: 'property.created', context: { environment: 'TEST' } }]);
    expect(await dev.manager.listAudit({ correlationId })).toMatchObject({ total: 0 });
    const correlations = async (of: Stores): Promise<string[]> =>
      (await of.eventsIn('AUDIT')).map(({ correlationid }) => correlationid);
    expect(await correlations(stores)).toContain(correlationId);
    const own = `dev-${randomUUID()}`;
    const body = { name: 'Made in DEV' };
    await bodyOf(dev.manager.call('/properties', { body, headers: { 'X-Correlation-Id': own } }), 201);
    await auditOf(dev.manager, dev.stores, { correlationId: own, atLeast: 1 });
    const inDev = await correlations(dev.stores);
    expect(inDev).toContain(own);
    expect(inDev).not.toContain(correlationId);
  });
});

test('an assertion captured on its way to TEST is refused in DEV', async () => {
  const assertion = await captureAssertion(system, 'TEST');
  const headers = { [assertionHeader]: assertion };
  const [devAdmin = ''] = urlsOf(system.blueprint, 'admin');
  const [testAdmin = ''] = urlsOf(system.blueprint, 'test-admin');
  expect(await call(`${testAdmin}/api/admin/properties`, { headers })).toMatchObject({ status: 200 });
  const replayed = await call(`${devAdmin}/api/admin/properties`, { headers });
  expect(replayed).toMatchObject({ status: 401, body: { code: 'credentials_missing' } });
});
