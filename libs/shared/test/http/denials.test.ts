import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';

import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { anonymous } from '@pas/shared/principal/principal';
import type { ServiceHarness, TestCall } from '@pas/testing/service-harness';

import { owner, platform, reader, resident, startToy } from './toy-service.ts';
import { missingId } from './toy.routes.ts';

let toy: ServiceHarness;
beforeAll(async () => {
  toy = await startToy(inject('mongoUrl'));
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
  ] as const)('%s is on record before it is answered', async (...[, method, path, as, code]) => {
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
      changes: [{ after: code }],
      context: { correlationId: headers.get('x-correlation-id'), service: 'toy', environment: 'TEST' },
    });
  });

  test('names the route and never what stood in its path', async () => {
    await toy.call('DELETE', `/api/admin/units/${missingId}`, { as: reader });
    const [record] = await records();
    expect(record).toMatchObject({ targets: [{ type: 'route', id: 'DELETE /api/admin/units/{id}' }] });
    expect(JSON.stringify(record)).not.toContain(missingId);
  });
});

describe('nothing is on record', () => {
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
