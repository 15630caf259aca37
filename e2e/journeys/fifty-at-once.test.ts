import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call, type HttpAnswer } from '../client/http-call.ts';
import { addResident } from '../client/new-resident.ts';
import { actAsManager, type PropertyManager } from '../client/property-manager.ts';
import { useSystem } from '../shared-system/use-system.ts';

const day = 24 * 3_600_000;

/** Counts the answers by status. */
async function statusesOf(answers: Promise<HttpAnswer<unknown>>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const fifty = (ask: (index: number) => Promise<HttpAnswer<unknown>>): Promise<HttpAnswer<unknown>>[] =>
  Array.from({ length: 50 }, (_, index) => ask(index));

describe('fifty requests at once', () => {
  let gatewayUrl: string;
  let bearer: string;
  let door: { id: string; ref: string };
  let controllerKey: string;
  let pulses: () => Promise<number>;
  let manager: PropertyManager;
  let home: { propertyId: string; unitId: string };

  beforeAll(async () => {
    const { local } = await useSystem();
    ({ gatewayUrl } = local);
    manager = actAsManager({ gatewayUrl, key: local.apiKey });
    const resident = await addResident(gatewayUrl, manager);
    home = resident;
    bearer = resident.signedIn.token;
    const ref = `fifty-${randomUUID()}`;
    const body = { propertyId: resident.propertyId, name: 'Gate', kind: 'GATE' };
    const made = manager.call<{ accessPoint: { id: string } }>('/access-points', {
      body: { ...body, controller: { adapter: 'nats', ref } },
    });
    door = { id: (await bodyOf(made, 201)).accessPoint.id, ref };
    const minted = manager.call<{ controllerKey: { secret: string } }>(
      `/access-points/${door.id}/controller-key`,
      { method: 'POST' },
    );
    controllerKey = (await bodyOf(minted, 201)).controllerKey.secret;
    pulses = async () => {
      const url = `${local.sandboxUrl}/doors/${ref}`;
      return (await bodyOf(call<{ door: { pulses: number } }>(url), 200)).door.pulses;
    };
  });

  test('at one panel with a pass for three uses let three in and refuse 47', async () => {
    const now = Date.now();
    const times = {
      startsAt: new Date(now - 60_000).toISOString(),
      endsAt: new Date(now + day).toISOString(),
    };
    const body = { accessPointIds: [door.id], ...times, maxUses: 3 };
    const made = call<{ pass: { pin: string } }>(`${gatewayUrl}/access/passes`, { bearer, body });
    const { pin } = (await bodyOf(made, 201)).pass;
    const verified = fifty(async () =>
      call(`${gatewayUrl}/access/verify`, { bearer: controllerKey, body: { accessPointId: door.id, pin } }),
    );
    expect(await statusesOf(verified)).toEqual({ 200: 3, 403: 47 });
  });

  test('by one person for one door under one Idempotency-Key cause one opening', async () => {
    const before = await pulses();
    const headers = { 'idempotency-key': randomUUID() };
    const url = `${gatewayUrl}/access/points/${door.id}/unlock`;
    const statuses = await statusesOf(fifty(async () => call(url, { method: 'POST', bearer, headers })));
    const { 202: accepted = 0, 409: inFlight = 0 } = statuses;
    expect([accepted > 0, accepted + inFlight]).toEqual([true, 50]);
    const last = call<{ attempt: { id: string } }>(url, { method: 'POST', bearer, headers });
    const { attempt } = await bodyOf(last, 202);
    const read = call(`${gatewayUrl}/access/attempts/${attempt.id}?wait=10`, { bearer });
    expect(await bodyOf(read, 200)).toMatchObject({ attempt: { status: 'SUCCEEDED' } });
    expect((await pulses()) - before).toBe(1);
  });

  test('by one person for the person’s own units and with one device all succeed', async () => {
    const units = fifty(async () => call(`${gatewayUrl}/api/v1/units`, { bearer }));
    expect(await statusesOf(units)).toEqual({ 200: 50 });
    const body = { provider: 'FCM', token: randomUUID(), installationId: randomUUID() };
    const registered = await statusesOf(
      fifty(async () => call(`${gatewayUrl}/devices`, { bearer, body: { ...body, platform: 'ANDROID' } })),
    );
    expect(registered).toEqual({ 201: 1, 200: 49 });
  });

  test('by a manager that change one property all succeed', async () => {
    const changed = fifty(async (index) =>
      manager.call(`/properties/${home.propertyId}`, { method: 'PATCH', body: { name: `House ${index}` } }),
    );
    expect(await statusesOf(changed)).toEqual({ 200: 50 });
  });

  test('by a manager that add residents to one unit all succeed', async () => {
    const added = fifty(async () =>
      manager.call('/users', {
        body: {
          kind: 'RESIDENT',
          email: `${randomUUID()}@example.test`,
          residence: { unitId: home.unitId },
        },
      }),
    );
    expect(await statusesOf(added)).toEqual({ 201: 50 });
  });
});
