import { expect, test } from 'vitest';
import { eventsAsText, eventsIn, idsAsText, idsIn } from './subscription.ts';

test('events have one text for each set, and * stands for all of them', () => {
  expect(eventsAsText(['door.opened', 'call.ended'])).toBe('call.ended,door.opened');
  expect(eventsAsText(['door.opened', '*'])).toBe('*');
  expect(eventsIn('call.ended,door.opened')).toEqual(['call.ended', 'door.opened']);
  expect(eventsIn('')).toEqual([]);
});

test('no chosen building means all buildings', () => {
  expect([idsIn(''), idsIn('prop_1,prop_2')]).toEqual([null, ['prop_1', 'prop_2']]);
  expect([idsAsText(null), idsAsText(['prop_2', 'prop_1'])]).toEqual(['', 'prop_1,prop_2']);
});
