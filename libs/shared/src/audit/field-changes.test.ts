import { describe, expect, test } from 'vitest';
import { fieldChanges } from './field-changes.ts';

const audited = { fields: ['name', 'address', 'tags', 'endsAt', 'email'], personal: ['email'] };
const changed = (before: object | null, after: object | null) =>
  fieldChanges(before, after, audited).map(({ path, ...change }) => [path, change.before, change.after]);

describe('fieldChanges', () => {
  test('lists all fields of a new entity', () => {
    expect(changed(null, { name: 'Lobby', address: null, tags: ['a'] })).toEqual([
      ['name', null, 'Lobby'],
      ['tags', null, ['a']],
    ]);
  });

  test('lists all fields of a deleted entity', () => {
    expect(changed({ name: 'Lobby', email: null }, null)).toEqual([['name', 'Lobby', null]]);
  });

  test('names nested fields and list indexes', () => {
    const before = { address: { city: 'Berlin', line1: 'A' }, tags: ['a', 'b'] };
    const after = { address: { city: 'Paris', line1: 'A' }, tags: ['a', 'c', 'd'] };
    expect(changed(before, after)).toEqual([
      ['address.city', 'Berlin', 'Paris'],
      ['tags.1', 'b', 'c'],
      ['tags.2', null, 'd'],
    ]);
  });

  test('is empty for a list in another order, or with a text twice', () => {
    expect(changed({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })).toEqual([]);
    expect(changed({ tags: ['a', 'b'] }, { tags: ['b', 'a', 'b'] })).toEqual([]);
    expect(changed({ tags: ['a', 'b'] }, { tags: ['b', 'c'] })).toHaveLength(2);
  });

  test('writes times as the API does, and compares them by value', () => {
    const [early, late] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')];
    expect(changed({ endsAt: early }, { endsAt: new Date(early) })).toEqual([]);
    expect(changed({ endsAt: early }, { endsAt: late })).toEqual([
      ['endsAt', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ]);
    expect(changed({ endsAt: early }, { endsAt: null })).toEqual([
      ['endsAt', '2026-01-01T00:00:00.000Z', null],
    ]);
  });

  test('is empty without a change, for null and absent values too', () => {
    expect(changed({ name: 'Lobby', email: null, version: 1 }, { name: 'Lobby', version: 2 })).toEqual([]);
  });

  test('compares only the given fields', () => {
    expect(changed({ passwordHash: 'a', name: 'x' }, { passwordHash: 'b', name: 'x' })).toEqual([]);
  });

  test('marks personal values at any depth', () => {
    const marked = fieldChanges(null, { name: 'x', email: { work: 'a@b.test' } }, audited);
    expect(marked.map(({ path, isPersonal }) => [path, isPersonal])).toEqual([
      ['name', false],
      ['email', true],
    ]);
    const nested = fieldChanges({ email: { work: 'a' } }, { email: { work: 'b' } }, audited);
    expect(nested).toEqual([{ path: 'email.work', before: 'a', after: 'b', isPersonal: true }]);
  });
});
