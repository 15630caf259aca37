import { createInviteLinks } from '@pas/shared/invites/invite-links';
import { describe, expect, test } from 'vitest';
import { demoContext } from '../demo-context.ts';
import { layOutLoad, type LoadRows } from './lay-out-load.ts';
import { fullLoad, loadTenant, type LoadSize } from './load-tenant.ts';

const size: LoadSize = { properties: 20, floors: 5, unitsPerFloor: 10, unitsPerResident: 5 };
const ctx = demoContext('summit', loadTenant.owner, new Date('2027-03-01T12:00:00Z'));
const links = createInviteLinks(['secret-of-at-least-32-characters!'], 'http://127.0.0.1:8080');

const layOut = (): LoadRows[] => [...layOutLoad(ctx, links, size)];
const distinct = (values: readonly unknown[]): number => new Set(values).size;

describe('the load', () => {
  const all = layOut();
  const units = all.flatMap((rows) => rows.units);
  const users = all.flatMap((rows) => rows.users);
  const invites = all.flatMap((rows) => rows.invites);

  test('is a million units and two hundred thousand residents', () => {
    const { properties, floors, unitsPerFloor, unitsPerResident } = fullLoad;
    expect(properties * floors * unitsPerFloor).toBe(1_000_000);
    expect((properties * floors * unitsPerFloor) / unitsPerResident).toBe(200_000);
  });

  test('comes property by property, with labels of their own', () => {
    expect(all.map((rows) => rows.properties.length)).toEqual(Array(20).fill(1));
    expect(units).toHaveLength(1000);
    expect(distinct(units.map(({ propertyId, labelKey }) => `${propertyId} ${labelKey}`))).toBe(1000);
  });

  test('has a unit occupied exactly where somebody lives', () => {
    const livedIn = new Set(users.flatMap((user) => user.residences.map(({ unitId }) => unitId)));
    expect(livedIn.size).toBe(200);
    expect(units.every(({ _id, occupancy }) => livedIn.has(_id) === (occupancy === 'OCCUPIED'))).toBe(true);
  });

  test('has an account of everybody who has signed in, and an address and a reserved number of each', () => {
    const accounts = new Set(all.flatMap((rows) => rows.accounts.map(({ _id }) => _id)));
    expect(users.filter(({ accountId }) => accountId !== null)).toHaveLength(accounts.size);
    expect(users.every(({ accountId }) => accountId === null || accounts.has(accountId))).toBe(true);
    expect(distinct(users.map(({ emailKey }) => emailKey))).toBe(users.length);
    for (const { email, phone } of users) {
      expect(email).toMatch(/@summit-residents\.test$/);
      expect(phone).toMatch(/^\+1\d{3}55501\d{2}$/);
    }
  });

  test('has invites that led somewhere, wait, or have lapsed', () => {
    const states = new Set(invites.map(({ status }) => status));
    expect([...states].toSorted()).toEqual(['ACCEPTED', 'EXPIRED', 'PENDING']);
    const pending = invites.filter(({ status }) => status === 'PENDING');
    expect(pending.every(({ expiresAt }) => expiresAt > ctx.now)).toBe(true);
  });

  test('is the same on every run, but for ids', () => {
    const shape = (rows: readonly LoadRows[]) =>
      rows.map((each) => [
        each.properties.map(({ name, address, createdAt }) => [name, address, createdAt]),
        each.users.map(({ email, phone, status, createdAt }) => [email, phone, status, createdAt]),
        each.invites.map(({ inviteeEmail, status, createdAt }) => [inviteeEmail, status, createdAt]),
      ]);
    expect(shape(layOut())).toEqual(shape(all));
  });
});
