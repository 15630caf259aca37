import { expect, test } from 'vitest';
import { measureApp } from './measure-app.ts';

const kilobyte = 1000;

// `script/bootstrap` has built them.
test.each([
  ['console', { firstLoad: 260 * kilobyte, lazy: 170 * kilobyte }],
  ['portal', { firstLoad: 110 * kilobyte, lazy: 110 * kilobyte }],
] as const)('%s stays within what a browser may have to load', async (app, most) => {
  const { firstLoad, lazy } = await measureApp(app);
  expect(firstLoad).toBeGreaterThan(10 * kilobyte);
  expect(firstLoad).toBeLessThanOrEqual(most.firstLoad);
  for (const size of Object.values(lazy)) expect(size).toBeLessThanOrEqual(most.lazy);
});
