import { expect, test } from 'vitest';
import {
  enabledStatus,
  formerResidences,
  shownResidences,
  type Residence,
  type User,
} from './describe-user.ts';

const now = Date.parse('2026-11-26T12:00:00Z');

const residence = (id: string, unitId: string, fields: Partial<Residence> = {}): Residence => ({
  id,
  unitId,
  propertyId: 'prop_1',
  role: 'PRIMARY',
  startsAt: '2025-01-01T00:00:00.000Z',
  endsAt: null,
  canceledAt: null,
  inviteId: null,
  ...fields,
});
const ended = (id: string, unitId: string, endsAt: string) => residence(id, unitId, { endsAt });
const userWith = (...residences: Residence[]) => ({ residences }) as User;
const idsOf = (residences: readonly Residence[]) => residences.map(({ id }) => id);

test('the residences that have ended come latest first, without cancelled ones', () => {
  const first = ended('first', '1A', '2025-06-01T00:00:00Z');
  const last = ended('last', '2B', '2026-06-01T00:00:00Z');
  const later = ended('later', '3C', '2027-01-01T00:00:00Z');
  const canceled = { ...ended('canceled', '4D', '2026-01-01T00:00:00Z'), canceledAt: '2025-12-01T00:00:00Z' };
  expect(idsOf(formerResidences(userWith(first, canceled, later, last), now))).toEqual(['last', 'first']);
});

test('a list shows the homes of a resident, and the last home of a former one', () => {
  const first = ended('first', '1A', '2025-06-01T00:00:00Z');
  const last = ended('last', '2B', '2026-06-01T00:00:00Z');
  const home = residence('home', '3C');
  expect(idsOf(shownResidences(userWith(first, last, home), undefined, now))).toEqual(['home']);
  expect(idsOf(shownResidences(userWith(first, last), undefined, now))).toEqual(['last']);
  expect(shownResidences(userWith(), undefined, now)).toEqual([]);
});

test('a list of one unit shows each period there', () => {
  const first = ended('first', '1A', '2025-06-01T00:00:00Z');
  const again = residence('again', '1A');
  expect(idsOf(shownResidences(userWith(first, again, residence('other', '2B')), '1A', now))).toEqual([
    'again',
    'first',
  ]);
});

test('an enabled person is active again, or invited without an accepted invite', () => {
  const home = residence('home', '1A');
  expect(enabledStatus({ kind: 'RESIDENT', residences: [home] })).toBe('INVITED');
  expect(enabledStatus({ kind: 'RESIDENT', residences: [{ ...home, inviteId: 'inv_1' }] })).toBe('ACTIVE');
  expect(enabledStatus({ kind: 'STAFF', residences: [] })).toBe('ACTIVE');
});
