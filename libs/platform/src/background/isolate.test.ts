import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { isolate } from './isolate.ts';

const lines: unknown[] = [];
const log = { warn: (fields: unknown) => void lines.push(fields) } as never;

test('a piece of work that succeeds returns its result', async () => {
  expect(await isolate({ work: 'a', log, about: {} }, () => Promise.resolve(7))).toBe(7);
  expect(lines).toEqual([]);
});

test('the failure of a piece is logged with its subject, counted, and not rethrown', async () => {
  const err = new Error('poison');
  const about = { tenantId: 'ten_1' };
  expect(await isolate({ work: 'b', log, about }, () => Promise.reject(err))).toBeNull();
  expect(lines).toEqual([{ err, work: 'b', tenantId: 'ten_1' }]);
  const metric = await register.getSingleMetric('background_failures_total')?.get();
  expect(metric?.values).toContainEqual(expect.objectContaining({ labels: { work: 'b' }, value: 1 }));
});
