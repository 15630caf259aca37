import { expect, test } from 'vitest';
import { isInTrouble } from './is-in-trouble.ts';

const failingSince = '2026-03-01T09:30:00.000Z';

test.each([
  ['ACTIVE', null, false],
  ['ACTIVE', failingSince, true],
  ['PAUSED', failingSince, false],
  ['DISABLED', failingSince, true],
] as const)('an endpoint that is %s and failing since %s needs attention: %s', (status, since, expected) => {
  expect(isInTrouble({ status, failingSince: since })).toBe(expected);
});
