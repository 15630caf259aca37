import { expect, test } from 'vitest';
import { summarizeResults } from './use-invite-actions.ts';

const refused = (person: string) => ({
  inviteId: 'inv_1',
  status: 409,
  message: `Invite inv_1 of ${person}: The invite was revoked. Create a new one.`,
});

test('the summary counts the results, and states the first three refusals in words', () => {
  const done = { inviteId: 'inv_2', status: 202 };
  expect(summarizeResults([done, done])).toBe('2 done.');
  expect(summarizeResults([done, refused('Clara Reyes')])).toBe(
    '1 done, 1 not. Invite inv_1 of Clara Reyes: The invite was revoked. Create a new one.',
  );
  expect(summarizeResults(['A', 'B', 'C', 'D', 'E'].map(refused))).toMatch(
    /^0 done, 5 not\. .* of C: .* And 2 more\.$/,
  );
});
