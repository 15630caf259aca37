import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { describe, expect, test } from 'vitest';
import { demoTenants } from './buildings.ts';
import { demoContext } from './demo-context.ts';
import { createPeople, layOutDemo, type DemoRows } from './lay-out-demo.ts';

const now = new Date('2027-03-01T12:00:00Z');

function layOut(): DemoRows[] {
  const people = createPeople();
  const links = createInviteLinks(['secret-of-at-least-32-characters!'], 'http://127.0.0.1:8080');
  return demoTenants.map((tenant) =>
    layOutDemo(demoContext(tenant.slug, tenant.owner, now), tenant, { links, people }),
  );
}

function merge(all: DemoRows[]): DemoRows {
  return {
    properties: all.flatMap((rows) => rows.properties),
    units: all.flatMap((rows) => rows.units),
    users: all.flatMap((rows) => rows.users),
    accounts: all.flatMap((rows) => rows.accounts),
    invites: all.flatMap((rows) => rows.invites),
    imports: all.flatMap((rows) => rows.imports),
    accessPoints: all.flatMap((rows) => rows.accessPoints),
    virtualNumbers: all.flatMap((rows) => rows.virtualNumbers),
    devices: all.flatMap((rows) => rows.devices),
    calls: all.flatMap((rows) => rows.calls),
    accessEvents: all.flatMap((rows) => rows.accessEvents),
  };
}

const distinct = (values: readonly unknown[]): number => new Set(values).size;

describe('the demo', () => {
  const tenants = layOut();
  const all = merge(tenants);

  test('has two tenants, five buildings and two hundred units with labels of their own', () => {
    expect(tenants).toHaveLength(2);
    expect(all.properties).toHaveLength(5);
    expect(all.units).toHaveLength(200);
    expect(distinct(all.units.map((unit) => `${unit.propertyId} ${unit.labelKey}`))).toBe(200);
  });

  test('is the same on every run, but for ids', () => {
    const shape = ({ users, invites, calls, accessEvents, devices }: DemoRows) => [
      calls.map(({ startedAt, outcome, fromNumber, toNumber }) => [startedAt, outcome, fromNumber, toNumber]),
      accessEvents.map(({ occurredAt, decision, method }) => [occurredAt, decision, method]),
      devices.map(({ tokenHash, status, lastSeenAt }) => [tokenHash, status, lastSeenAt]),
      users.map(({ email, phone, status }) => [email, phone, status]),
      invites.map(({ inviteeEmail, status, expiredReason, createdAt }) => [
        inviteeEmail,
        status,
        expiredReason,
        createdAt,
      ]),
    ];
    expect(shape(merge(layOut()))).toEqual(shape(all));
  });

  test('has people with addresses of their own, reserved numbers and reserved domains', () => {
    const contacts = [
      ...all.users.map(({ email, phone }) => ({ email, phone })),
      ...all.invites
        .filter((invite) => invite.status === 'PENDING')
        .map(({ inviteeEmail: email, inviteePhone: phone }) => ({ email, phone })),
    ];
    expect(distinct(contacts.map(({ email }) => email))).toBe(contacts.length);
    for (const { email, phone } of contacts) {
      expect(email).toMatch(/^[a-z.]+@residents\.test$/);
      expect(phone).toMatch(/^\+1\d{3}55501\d{2}$/);
    }
  });

  test('has a unit occupied exactly where somebody lives', () => {
    const livedIn = new Set(all.users.flatMap((user) => user.residences.map(({ unitId }) => unitId)));
    for (const unit of all.units) {
      expect(unit.occupancy).toBe(livedIn.has(unit._id) ? 'OCCUPIED' : 'VACANT');
    }
    expect(livedIn.size).toBeGreaterThan(140);
    expect(livedIn.size).toBeLessThan(180);
  });

  test.each(tenants.map((rows, index) => [demoTenants[index]?.name, rows] as const))(
    'has invites of %s in all states',
    (_name, { invites }) => {
      const states = new Set(invites.map(({ status, expiredReason }) => `${status} ${expiredReason}`));
      expect([...states].toSorted()).toEqual([
        'ACCEPTED null',
        'EXPIRED REVOKED',
        'EXPIRED SUPERSEDED',
        'EXPIRED TTL',
        'PENDING null',
      ]);
    },
  );

  test('has imports of each tenant whose totals add up, and none that waits for ever', () => {
    for (const { imports, properties } of tenants) {
      expect(imports.length).toBeGreaterThan(3);
      for (const { propertyId, totals, status, expiresAt } of imports) {
        const { rows, ...verdicts } = totals;
        expect(Object.values(verdicts).reduce((sum, count) => sum + count)).toBe(rows);
        expect(properties.map(({ _id }) => _id)).toContain(propertyId);
        expect([status, expiresAt < now]).not.toEqual(['VALIDATED', true]);
      }
    }
  });

  test('has times that agree: what is pending can be accepted, what has expired cannot', () => {
    const pending = all.invites.filter(({ status }) => status === 'PENDING');
    const lapsed = all.invites.filter(({ expiredReason }) => expiredReason === 'TTL');
    const accepted = all.invites.filter(({ status }) => status === 'ACCEPTED');
    expect(pending.every(({ expiresAt }) => expiresAt > now)).toBe(true);
    expect(lapsed.every(({ expiresAt }) => expiresAt < now)).toBe(true);
    expect(accepted.every((invite) => invite.acceptedAt && invite.acceptedAt < invite.expiresAt)).toBe(true);
  });
});
