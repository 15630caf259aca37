import { declaredCollections } from '@pas/platform/mongo/define-model';
import { describe, expect, test } from 'vitest';
import '../models/all-models.ts';
import { isValueOf, withoutValues, type Person } from './person.ts';
import { personalData } from './personal-data.ts';

describe('personal data', () => {
  test('every model declares its personal data', () => {
    const names = declaredCollections().map(({ name, database }) =>
      personalData[`${database}.${name}`] === undefined ? name : `${database}.${name}`,
    );
    expect(names.filter((name) => personalData[name] === undefined)).toEqual([]);
    expect(Object.keys(personalData).filter((name) => !names.includes(name))).toEqual([]);
  });

  const person: Person = {
    tenantId: 'ten_1',
    userId: 'user_1',
    accountId: null,
    isAccountShared: false,
    actorIds: ['user_1'],
    inviteIds: [],
    unitIds: [],
    importIds: [],
    passIds: [],
    deviceIds: [],
    emailKeys: ['jordan@example.test'],
    phones: ['+12125550147'],
    solePhones: ['+12125550147'],
    contactDigests: [],
    values: ['jordan@example.test', '+12125550147', 'jordan'],
  };

  test.each([
    ['Jordan@Example.test ', true],
    ['(212) 555-0147', true],
    ['+1 212 555 0147', true],
    ['JORDAN', true],
    ['Jordana', false],
    ['212555014', false],
    ['', false],
  ])('%s is a value of the person: %s', (text, isOne) => {
    expect(isValueOf(person, text)).toBe(isOne);
  });

  test('the values of a person are removed from JSON', () => {
    const body = { user: { email: 'Jordan@example.test', phones: ['212-555-0147', 'x'] }, at: 1 };
    expect(withoutValues(person, body)).toEqual({
      user: { email: 'erased', phones: ['erased', 'x'] },
      at: 1,
    });
  });

  test('a text that mentions the person keeps its other words', () => {
    const body = { text: 'Jordan has left. Call 212-555-0147.', other: 'The gate will not close.' };
    expect(withoutValues({ ...person, values: ['jordan', 'will'] }, body)).toEqual({
      text: 'erased has left. Call erased.',
      other: body.other,
    });
  });
});
