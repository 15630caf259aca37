import { expect, test } from 'vitest';
import type { Person } from './person.ts';
import { eraserWithin } from './values-within.ts';

const person: Person = {
  tenantId: 'ten_1',
  userId: 'user_1',
  accountId: null,
  isAccountShared: false,
  actorIds: [],
  inviteIds: [],
  unitIds: [],
  importIds: [],
  passIds: [],
  deviceIds: [],
  emailKeys: ['jo@example.test', 'jo@xn--bcher-kva.test'],
  phones: ['+12025550123', '+442079460958'],
  solePhones: [],
  contactDigests: [],
  values: ['jo@example.test', 'clara', 'reyes', 'clara reyes'],
};
const clean = eraserWithin(person);

const texts: readonly (readonly [text: string, cleaned: string])[] = [
  ['Mother: (202) 555-0123, after six', 'Mother: erased, after six'],
  ['call +1 202.555.0123!', 'call erased!'],
  ['202-555-0123 / 202-555-0124', 'erased / 202-555-0124'],
  ['+44 20 7946 0958 or 020 7946 0958', 'erased or erased'],
  ['(305) 555-0123', '(305) 555-0123'],
  ['2025550123456', '2025550123456'],
  ['Mail to JO@Example.test, please', 'Mail to erased, please'],
  ['jo@bücher.test.', 'erased.'],
  ['a.jo@example.test and jo@example.tests', 'a.jo@example.test and jo@example.tests'],
  ['Sister of Clara  Reyes', 'Sister of erased'],
  ['Clara lives here', 'Clara lives here'],
  ['Clara Reyesova', 'Clara Reyesova'],
];

test.each(texts)('“%s” becomes “%s”', (text, cleaned) => {
  expect(clean(text)).toBe(cleaned);
});

test('a person without contacts and full names has no pattern', () => {
  expect(eraserWithin({ ...person, emailKeys: [], phones: [], values: ['clara'] })('Clara')).toBe('Clara');
});
