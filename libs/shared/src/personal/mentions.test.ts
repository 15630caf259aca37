import { expect, test } from 'vitest';
import { mentionedIn } from './mentions.ts';

const isMentioned = mentionedIn({
  values: ['zenobia', 'de la cruz', 'zenobia@former.test', 'jo', '+12125550147'],
  phones: ['+12125550147'],
});

test.each([
  ['Let Zenobia in', true],
  ['ZENOBIA’s parcel', true],
  ['roster-zenobia.csv', true],
  ['For Ms De La Cruz (4B)', true],
  ['Write to zenobia@former.test.', true],
  ['Call 212-555-0147 first', true],
  ['Zenobian art', false],
  ['Jo is too short a word', false],
  ['Call 212-555-0148 first', false],
  ['', false],
])('%s mentions the person: %s', (text, isOne) => {
  expect(isMentioned(text)).toBe(isOne);
});

test('a person without values is mentioned nowhere', () => {
  expect(mentionedIn({ values: [], phones: [] })('Zenobia')).toBe(false);
});
