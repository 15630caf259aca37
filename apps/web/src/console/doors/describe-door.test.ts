import { expect, test } from 'vitest';
import { reasonInWords, subjectInWords, whyInWords, type DoorEvent } from './describe-door.ts';

type Subject = DoorEvent['subject'];

test.each<[Subject['type'], string | null, string | null, string]>([
  ['RESIDENT', 'Clara Reyes', null, 'Clara Reyes'],
  ['RESIDENT', null, null, 'A resident'],
  ['STAFF', 'Dana Lee', null, 'Dana Lee, staff'],
  ['STAFF', null, null, 'Staff'],
  ['API_KEY', 'Lobby tablet', null, 'Lobby tablet, API key'],
  ['API_KEY', null, null, 'An API key'],
  ['VISITOR', 'Northside Plumbing', 'pass_1', 'Northside Plumbing, pass'],
  ['VISITOR', null, 'pass_1', 'Unnamed guest, pass'],
  ['VISITOR', null, null, 'A visitor'],
])('a %s named %s with the pass %s reads %s', (type, name, passId, words) => {
  expect(subjectInWords({ subject: { type, id: null, name }, passId })).toBe(words);
});

test.each([
  ['pass_expired', null, 'the pass has ended'],
  ['staff', 'Delivery for 4B', '“Delivery for 4B”'],
  ['a_new_reason', null, 'a new reason'],
])('the reason %s with the text %s reads %s', (reason, reasonText, words) => {
  expect(whyInWords({ reason, reasonText })).toBe(words);
});

test('a code without words reads as its words', () => {
  expect([reasonInWords('pin_unknown'), reasonInWords('outside_schedule')]).toEqual([
    'no pass has this PIN',
    'outside schedule',
  ]);
});
