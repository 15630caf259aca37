import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { describe, expect, test } from 'vitest';
import { daysBefore, demoContext } from './demo-context.ts';
import { createPeople, layOutDemo, type DemoRows } from './lay-out-demo.ts';
import { tenantsOf } from './profiles.ts';

const now = new Date('2027-03-01T12:00:00Z');
const links = createInviteLinks(['secret-of-at-least-32-characters!'], 'http://127.0.0.1:8080');

function layOut(profile: 'tiny' | 'demo'): DemoRows[] {
  const people = createPeople();
  return tenantsOf(profile).map((tenant) =>
    layOutDemo(demoContext(tenant.slug, tenant.owner, now), tenant, { links, people }),
  );
}

const distinct = (values: readonly unknown[]): number => new Set(values).size;

describe.each(['tiny', 'demo'] as const)('what comes and goes in the profile %s', (profile) => {
  const tenants = layOut(profile);
  const calls = tenants.flatMap((rows) => rows.calls);
  const events = tenants.flatMap((rows) => rows.accessEvents);
  const doors = tenants.flatMap((rows) => rows.accessPoints);
  const numbers = tenants.flatMap((rows) => rows.virtualNumbers);
  const devices = tenants.flatMap((rows) => rows.devices);

  test('stays within what is unique in an environment', () => {
    expect(distinct(doors.map(({ controller }) => controller.ref))).toBe(doors.length);
    expect(doors.every(({ controller }) => /^[A-Za-z0-9_-]{1,64}$/.test(controller.ref))).toBe(true);
    expect(distinct(numbers.map(({ number }) => number))).toBe(numbers.length);
    expect(distinct(calls.map(({ providerCallId }) => providerCallId))).toBe(calls.length);
    expect(distinct(devices.map(({ tokenHash }) => tokenHash))).toBe(devices.length);
  });

  test('has reserved numbers alone, and none of a resident among those of the tenants', () => {
    const called = [
      ...calls.flatMap(({ fromNumber, toNumber }) => [fromNumber, toNumber]),
      ...numbers.map(({ number }) => number),
    ];
    for (const number of called) expect(number ?? '+12025550100').toMatch(/^\+1\d{3}55501\d{2}$/);
    const residents = new Set(tenants.flatMap(({ users }) => users.map(({ phone }) => phone)));
    expect(numbers.filter(({ number }) => residents.has(number))).toEqual([]);
  });

  test('happened within the last thirty days, in order', () => {
    for (const { startedAt, answeredAt, endedAt, durationSeconds } of calls) {
      expect([startedAt > daysBefore(now, 31), (endedAt ?? now) <= now]).toEqual([true, true]);
      expect((answeredAt ?? startedAt) >= startedAt && (answeredAt ?? startedAt) <= (endedAt ?? now)).toBe(
        true,
      );
      expect(durationSeconds).toBeGreaterThan(0);
    }
    for (const { occurredAt } of events)
      expect(occurredAt > daysBefore(now, 31) && occurredAt <= now).toBe(true);
  });

  test('names what is there, of one property and one tenant', () => {
    for (const rows of tenants) {
      const placeOf = new Map(rows.accessPoints.map(({ _id, propertyId }) => [_id, propertyId]));
      for (const event of rows.accessEvents) expect(placeOf.get(event.accessPointId)).toBe(event.propertyId);
      const homes = new Map(rows.users.map(({ _id, residences }) => [_id, residences[0]]));
      for (const { legs, unitId } of rows.calls) {
        for (const { userId } of legs) expect(homes.get(userId ?? '')?.unitId).toBe(unitId);
      }
      const passages = rows.accessEvents.filter(({ subject }) => subject.type === 'RESIDENT');
      for (const { subject, occurredAt } of passages) {
        expect(homes.get(subject.id ?? '')?.startsAt.getTime()).toBeLessThan(occurredAt.getTime());
      }
    }
  });

  test('has numbers in every state, each building one of its own that opens its main door', () => {
    expect(distinct(numbers.map(({ status }) => status))).toBe(4);
    for (const { properties, accessPoints, virtualNumbers } of tenants) {
      for (const { _id: propertyId } of properties) {
        const main = accessPoints.find((door) => door.propertyId === propertyId && door.kind === 'DOOR');
        const own = virtualNumbers.filter(
          (number) => number.propertyId === propertyId && number.unitId === null,
        );
        expect(own.map(({ accessPointId }) => accessPointId)).toEqual([main?._id]);
      }
    }
  });
});

test('the demo has calls of all outcomes, each with the legs that belong to it', () => {
  const calls = layOut('demo').flatMap((rows) => rows.calls);
  expect(distinct(calls.map(({ outcome }) => outcome))).toBe(7);
  expect(calls.length).toBeGreaterThan(400);
  for (const { outcome, legs, answeredBy, answeredAt } of calls) {
    const isAnswered = outcome === 'DOOR_OPENED' || outcome === 'ANSWERED';
    expect([answeredBy !== null, answeredAt !== null]).toEqual([isAnswered, isAnswered]);
    expect(legs.filter(({ status }) => status === 'ANSWERED')).toHaveLength(Number(isAnswered));
    expect(legs.length > 0).toBe(outcome !== 'NO_TARGET');
  }
});
