import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditOf } from '../client/audit-trail.ts';
import type { HttpAnswer } from '../client/http-call.ts';
import { actAsManager, type PropertyManager, type Unit } from '../client/property-manager.ts';
import { openStores, type Stores } from '../client/stores.ts';
import { waitForRequests } from '../shared-system/wait-for-requests.ts';
import { useSystem, type SharedSystem } from '../shared-system/use-system.ts';

/** Spellings of one unit. */
const spellings = ['Apt 4B', 'apt 4b', 'APARTMENT 4B', '#4B', ' 4-B '];

describe('a unit ensured 50 times at once over two replicas', () => {
  const correlationId = `ensure-${randomUUID()}`;
  let system: SharedSystem;
  let stores: Stores;
  let manager: PropertyManager;
  let propertyId: string;
  let answers: HttpAnswer<{ unit: Unit }>[];

  beforeAll(async () => {
    system = await useSystem();
    stores = await openStores(system, 'DEV');
    manager = actAsManager({ gatewayUrl: system.local.gatewayUrl, key: system.local.apiKey });
    ({ id: propertyId } = await manager.createProperty('Ensured'));
    const ensure = (_: unknown, index: number) =>
      manager.call<{ unit: Unit }>('/units', {
        body: { propertyId, label: spellings[index % spellings.length] },
        headers: { 'X-Correlation-Id': correlationId },
      });
    answers = await Promise.all(Array.from({ length: 50 }, ensure));
  });
  afterAll(() => stores.close());

  test('is created once and found 49 times', () => {
    const count = (wanted: number): number => answers.filter(({ status }) => status === wanted).length;
    expect({ created: count(201), found: count(200) }).toEqual({ created: 1, found: 49 });
    expect(new Set(answers.map(({ body }) => body.unit.id)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.unit.label)).size).toBe(1);
  });

  test('is one row', async () => {
    const { body } = await manager.call<{ total: number }>(`/units?propertyId=${propertyId}`);
    expect(body.total).toBe(1);
  });

  test('is recorded once', async () => {
    const { records, submitted } = await auditOf(manager, stores, { correlationId, atLeast: 1 });
    expect(submitted).toBe(1);
    expect(records).toMatchObject([{ action: 'unit.created', targets: [{ id: answers[0]?.body.unit.id }] }]);
  });

  test('is served by both replicas', async () => {
    const served = await waitForRequests(system, ['admin-1', 'admin-2'], { correlationId, count: 50 });
    for (const requests of served) expect(requests).toBeGreaterThan(0);
  });
});
