import { expect, test } from 'vitest';
import { defaultEnvironment } from './environment.ts';

test.each([
  ['the one of the answer', ['DEV', 'PROD'], 'PROD', 'PROD'],
  ['the first granted one without access to that of the answer', ['TEST', 'STAGING'], 'PROD', 'TEST'],
  ['the one of the answer without any grant', [], 'PROD', 'PROD'],
  ['unknown without an answer and a grant', [], null, null],
])('the environment of a tab is %s', (_which, granted, answered, expected) => {
  expect(defaultEnvironment(granted, answered)).toBe(expected);
});
