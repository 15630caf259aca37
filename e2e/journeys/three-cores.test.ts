import { randomUUID } from 'node:crypto';
import { assertionHeader } from '@pas/shared/principal/assertion';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';
import { captureAssertion } from './capture-assertion.ts';
import { startThirdCore, type ThirdCore } from './third-core.ts';

const names = ['DEV', 'TEST', 'STAGING'] as const;
type Name = (typeof names)[number];

let system: SharedSystem;
let third: ThirdCore;
let key: string;
let managers: Readonly<Record<Name, PropertyManager>>;

beforeAll(async () => {
  system = await useSystem();
  third = await startThirdCore(system);
  const { gatewayUrl: usual, apiKey } = system.local;
  const { tenantId } = await actAsManager({ gatewayUrl: usual, key: apiKey }).createProperty('Of a tenant');
  key = await third.mintKey(tenantId, 'properties:*,audit:read');
  const { gatewayUrl } = third;
  const managerIn = (name: Name): PropertyManager =>
    actAsManager({ gatewayUrl, key, headers: { 'X-Admin-Env': name } });
  managers = { DEV: managerIn('DEV'), TEST: managerIn('TEST'), STAGING: managerIn('STAGING') };
});
afterAll(() => third.stop());

describe('three Cores behind one gateway', () => {
  test('each have their own rows, by the header', async () => {
    for (const name of names) {
      const { id } = await managers[name].createProperty(`Only in ${name}`);
      for (const other of names) {
        const answer = await managers[other].call(`/properties/${id}`);
        expect([other, answer.status, answer.headers['x-admin-env']]).toEqual([
          other,
          other === name ? 200 : 404,
          other,
        ]);
      }
    }
  });

  test('each have their own record of a change', async () => {
    const correlationId = `staging-${randomUUID()}`;
    const headers = { 'X-Correlation-Id': correlationId };
    await bodyOf(managers.STAGING.call('/properties', { body: { name: 'On record' }, headers }), 201);
    const records = await waitUntil(
      async () => {
        const page = await managers.STAGING.listAudit({ correlationId });
        return page.total > 0 && page.auditRecords;
      },
      { what: 'the record to be sealed' },
    );
    expect(records).toMatchObject([{ action: 'property.created', context: { environment: 'STAGING' } }]);
    for (const other of ['DEV', 'TEST'] as const) {
      expect(await managers[other].listAudit({ correlationId })).toMatchObject({ total: 0 });
    }
  });

  test('answer 403 to a key without the third', async () => {
    const answer = await call(`${third.gatewayUrl}/api/admin/properties`, {
      bearer: system.local.apiKey,
      headers: { 'X-Admin-Env': 'STAGING' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'environment_not_allowed' } });
  });

  test.each(names)('refuse an assertion that was made for %s, except there', async (made) => {
    const assertion = await captureAssertion(system, made, key);
    for (const name of names) {
      const [adminUrl = ''] = third.adminUrls[name];
      const answer = await call(`${adminUrl}/api/admin/properties`, {
        headers: { [assertionHeader]: assertion },
      });
      expect([name, answer.status]).toEqual([name, name === made ? 200 : 401]);
    }
  });
});
