import { expect, test } from 'vitest';
import { readRetryAfter } from './push-answers.ts';

test.each([
  [null, 0],
  ['30', 30_000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Thu, 01 Jan 2025 00:00:00 GMT', 0],
  ['soon', 0],
])('Retry-After %j is a wait of %j ms', (header, waitMs) => {
  expect(readRetryAfter(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(waitMs);
});
