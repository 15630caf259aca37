import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { maxRefusals } from '@pas/shared/audit/limit-refusals';
import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { apiKeyPrincipal } from '@pas/testing/test-gateway';
import type { ServiceHarness, TestCall } from '@pas/testing/service-harness';

import { owner, platform, reader, resident, startToy } from './toy-service.ts';
import { missingId } from './toy.routes.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy();
});
afterAll(() => toy.stop());
beforeEach(() => toy.clear());

const records = async () =>
  (await OutboxModel.find().lean<OutboxRow[]>()).map(({ tenantId, envelope }) => ({
    tenantId,
    ...envelope.data,
  }));

describe('a 403', () => {
  test.each([
    ['for a missing scope', 'POST', '/api/admin/units', reader, 'insufficient_scope'],
    ['of the operation', 'GET', '/api/admin/forbidden', owner, 'property_not_allowed'],
  ] as const)('%s is recorded before the answer', async (...[, method, path, as, code]) => {
    const { status, headers } = await toy.call(method, path, {
      as,
      headers: { 'x-correlation-id': 'a-refusal-1' },
    });
    expect(status).toBe(403);
    const [record, ...more] = await records();
    expect(more).toEqual([]);
    expect(record).toMatchObject({
      tenantId: as.tenantId,
      outcome: 'DENIED',
      actor: { type: 'API_KEY', id: as.id },
      denial: { code, method, route: path },
      changes: [],
      context: { correlationId: headers.get('x-correlation-id'), service: 'toy', environment: 'TEST' },
    });
  });

  test('becomes 429 for a caller with too many refusals, with one record for each 403', async () => {
    const busy = { ...apiKeyPrincipal(owner.tenantId, []), id: 'key_busy' };
    const call = async (as: Principal) => toy.call('GET', '/api/admin/units', { as });
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < maxRefusals + 40; sent += 20) {
      for (const { status, headers } of await Promise.all(Array.from({ length: 20 }, () => call(busy)))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(headers.has('retry-after')).toBe(status === 429);
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 403: maxRefusals, 429: 40 });
    expect(await records()).toHaveLength(maxRefusals);
    expect((await call({ ...busy, id: 'key_other' })).status).toBe(403);
  });

  test('names the entity of the path, the template of the route and the missing scope', async () => {
    await toy.call('DELETE', `/api/admin/units/${missingId}`, { as: reader });
    expect(await records()).toMatchObject([
      {
        targets: [{ type: 'unit', id: missingId }],
        denial: {
          code: 'insufficient_scope',
          scope: 'units:write',
          method: 'DELETE',
          route: '/api/admin/units/{id}',
        },
      },
    ]);
  });

  test('names the kind of entity where the path has no well-formed id', async () => {
    await toy.call('POST', '/api/admin/units', { as: reader });
    await toy.call('DELETE', '/api/admin/units/a-secret', { as: reader });
    const refused = await records();
    expect(refused.map((record) => 'targets' in record && record.targets)).toEqual([
      [{ type: 'unit', id: null }],
      [{ type: 'unit', id: null }],
    ]);
    expect(JSON.stringify(refused)).not.toContain('a-secret');
  });
});

describe('nothing is recorded', () => {
  const poor = { ...platform, scopes: [] };
  test.each<[string, string, string, TestCall['as']]>([
    ['of a platform caller who named no tenant', 'GET', '/api/admin/units', poor],
    ['of a 401', 'GET', '/api/admin/units', anonymous],
    ['of credentials for elsewhere', 'GET', '/api/admin/units', resident],
    ['of a 404', 'GET', `/api/admin/units/${missingId}`, owner],
    ['of a 405', 'DELETE', '/api/admin/units', reader],
    ['of a 409', 'GET', '/api/admin/conflicting', owner],
    ['of a 422', 'GET', '/api/admin/units?limit=0', owner],
    ['of success', 'GET', '/api/admin/units', owner],
  ])('%s', async (_name, method, path, as = null) => {
    await toy.call(method, path, { as });
    expect(await records()).toEqual([]);
  });
});
