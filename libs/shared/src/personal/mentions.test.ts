import { expect, test } from 'vitest';
import { mentionPattern } from './mentions.ts';

const pattern = mentionPattern({
  values: [
    'zenobia',
    'bell',
    'zenobia bell',
    'de la cruz',
    'zenobia@former.test',
    'jo',
    '101',
    'key-2047',
    '+12125550147',
  ],
  phones: ['+12125550147'],
});

test.each([
  ['Let Zenobia in', 'Let _ in'],
  ['ZENOBIA’s parcel', '_’s parcel'],
  ['roster-zenobia.csv', 'roster-_.csv'],
  ['Zenobia Bell or Bell', '_ or _'],
  ['For Ms De La Cruz (4B)', 'For Ms _ (4B)'],
  ['Write to zenobia@former.test.', 'Write to _.'],
  ['Call 212-555-0147 first', 'Call _ first'],
  ['File KEY-2047', 'File _'],
  ['Zenobian art', 'Zenobian art'],
  ['The door bell is silent. Replace the bell.', 'The door bell is silent. Replace the bell.'],
  ['Jo is too short a word', 'Jo is too short a word'],
  ['Leak in 101', 'Leak in 101'],
  ['Call 212-555-0148 first', 'Call 212-555-0148 first'],
  ['', ''],
])('%s becomes %s', (text, left) => {
  expect(text.replaceAll(pattern ?? '', '_')).toBe(left);
});

test('a person without values is mentioned nowhere', () => {
  expect(mentionPattern({ values: [], phones: [] })).toBeNull();
});
