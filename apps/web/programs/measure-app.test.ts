import { expect, test } from 'vitest';
import { appNames } from './app-options.ts';
import { measureApp } from './measure-app.ts';
import { sizeLimits } from './size-limits.ts';

const kilobyte = 1000;

// `script/bootstrap` builds them.
test.each(appNames)('%s stays within its size limits', async (app) => {
  const most = sizeLimits[app];
  const { firstLoad, lazy } = await measureApp(app);
  expect(firstLoad).toBeGreaterThan(10 * kilobyte);
  expect(firstLoad).toBeLessThanOrEqual(most.firstLoad);
  for (const size of Object.values(lazy)) expect(size).toBeLessThanOrEqual(most.lazy);
});
