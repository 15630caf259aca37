import { expect, test } from 'vitest';
import { readAnswer } from './door-command.ts';
import { failedBy, opened } from './end-attempt.ts';

const answer = (note: string): string => JSON.stringify({ attemptId: 'att_1', result: 'opened', note });

test('the answer of a door may have further fields, within the limit of its length', () => {
  expect(readAnswer(answer('x'.repeat(1000)), 'att_1')).toEqual(opened);
  expect(readAnswer(answer('x'.repeat(5000)), 'att_1')).toEqual(failedBy('invalid_answer'));
  expect(readAnswer('['.repeat(1_000_000), 'att_1')).toEqual(failedBy('invalid_answer'));
});
