import { expect, test } from 'vitest';
import { wantsTable } from './wants-table.ts';

const asks = (accept: string | undefined, method = 'GET'): boolean =>
  wantsTable({ method, headers: { ...(accept !== undefined && { accept }) } });

test.each(['text/csv', 'Text/CSV', 'text/*', 'text/csv, */*', 'text/csv;q=0.9, application/json;q=0.8'])(
  '%s prefers a table',
  (accept) => expect(asks(accept)).toBe(true),
);

test.each([
  undefined,
  '*/*',
  'application/json',
  'text/html',
  'text/csv;q=0',
  'text/csv;q=0, */*',
  'application/json, text/csv',
  'application/json, text/csv;q=0.5',
])('%s does not prefer a table', (accept) => expect(asks(accept)).toBe(false));

test('only a GET answers a table', () => {
  expect(asks('text/csv', 'POST')).toBe(false);
});
