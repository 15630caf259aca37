import { expect, test } from 'vitest';
import { createPublicUrls } from './public-urls.ts';

const usual = 'https://access.test';
const publicUrlOf = createPublicUrls(usual, ['https://old.access.test', 'http://127.0.0.1:8080']);

test.each([
  ['old.access.test', 'https://old.access.test'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['access.test', usual],
  ['evil.test', usual],
  ['127.0.0.1', usual],
  [undefined, usual],
])('a log-in that starts at the host %s ends at %s', (host, expected) => {
  expect(publicUrlOf({ host })).toBe(expected);
});
