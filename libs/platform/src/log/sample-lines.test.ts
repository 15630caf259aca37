import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './logger.ts';
import { sampleLines } from './sample-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a thousand lines in a second become one line immediately and one with their count', async () => {
  const lines: string[] = [];
  const out = { write: (line: string) => void lines.push(line) };
  const sample = sampleLines(createLogger({ service: 'gateway', environment: 'DEV', level: 'info' }, out));
  for (let count = 0; count < 1000; count += 1) sample('full', { path: `/${count}` }, 'full');
  sample('other', {}, 'other');
  expect(lines).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toMatchObject([
    { msg: 'full', count: 1, path: '/0' },
    { msg: 'other', count: 1 },
    { msg: 'full', count: 999, path: '/1', level: 'warn' },
  ]);
  sample('full', { path: '/again' }, 'full');
  expect(lines).toHaveLength(4);
});
