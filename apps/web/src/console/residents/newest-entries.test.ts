import { expect, test } from 'vitest';
import type { DoorEvent } from '../doors/describe-door.ts';
import type { Pass } from '../passes/describe-pass.ts';
import { newestEntries, subjectsOf } from './newest-entries.ts';

const holder = (id: string, name: string | null): Pass['holders'][number] => ({
  id,
  name,
  email: null,
  phone: null,
  uses: 0,
  url: null,
  pin: null,
  deliveries: [],
});
const event = (id: string, subjectId: string | null, at: string) =>
  ({ id, subject: { type: 'VISITOR', id: subjectId }, occurredAt: `2026-11-26T${at}:00.000Z` }) as DoorEvent;

test('the subjects are the resident, then the holders of passes, eight at most', () => {
  const passes = [{ holders: [holder('pass_1', 'Sam'), holder('pass_2', null)] }];
  expect(subjectsOf('user_1', passes)).toEqual([
    { id: 'user_1', name: 'Resident' },
    { id: 'pass_1', name: 'Sam, guest' },
    { id: 'pass_2', name: 'Unnamed, guest' },
  ]);
  const many = [{ holders: Array.from({ length: 50 }, (_, at) => holder(`pass_${at}`, null)) }];
  expect(subjectsOf('user_1', many)).toHaveLength(8);
});

test('the newest decisions come first, each once, with the name of the subject', () => {
  const subjects = subjectsOf('user_1', [{ holders: [holder('pass_1', 'Sam')] }]);
  const events = [
    event('ace_1', 'user_1', '10:00'),
    event('ace_2', 'pass_1', '12:00'),
    event('ace_3', null, '11:00'),
    event('ace_2', 'pass_1', '12:00'),
  ];
  const shown = newestEntries(events, subjects, 2).map(({ event: { id }, subjectName }) => [id, subjectName]);
  expect(shown).toEqual([
    ['ace_2', 'Sam, guest'],
    ['ace_3', 'Unknown visitor'],
  ]);
});
