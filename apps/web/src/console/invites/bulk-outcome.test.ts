import { expect, test } from 'vitest';
import { describeOutcome } from './bulk-outcome.ts';

const done = { status: 202 };

test('the outcome of a bulk call counts the invites', () => {
  expect(describeOutcome([done, done], 'sent again')).toEqual({
    title: '2 invites sent again.',
    skipped: [],
  });
});

test('the outcome of a bulk call names each skipped person with the reason', () => {
  const message = 'Invite inv_01 of Clara Reyes (clara@example.test): The invite was revoked.';
  const resident = 'Resident user_01, Ben Ito (+12025550123): This person has no home.';
  const results = [
    done,
    { status: 409, message },
    { status: 409, message: resident },
    { status: 404, message: 'Invite inv_02: Not found.' },
  ];
  expect(describeOutcome(results, 'sent again')).toEqual({
    title: '1 invite sent again, 3 skipped',
    skipped: [
      'Clara Reyes (clara@example.test): The invite was revoked.',
      'Ben Ito (+12025550123): This person has no home.',
      'Invite inv_02: Not found.',
    ],
  });
});
