import { core } from '@pas/platform/mongo/connections';
import { applyAllIndexes } from '@pas/shared/models/apply-all-indexes';
import { waitUntil } from '@pas/testing/wait-until';
import { expect, onTestFinished, test } from 'vitest';
import { startResident } from './resident-harness.ts';

const service = await startResident();

interface Readiness {
  status: string;
  checks: Record<string, { status: string; message?: string }>;
}

const ready = () => service.call<Readiness>('GET', '/readyz', { as: null });

test('every caller can read liveness and readiness', async () => {
  const live = await service.call<object>('GET', '/livez', { as: null });
  const version = expect.stringMatching(/^\d+\.\d+\.\d+$/) as string;
  expect([live.status, live.body]).toEqual([200, { status: 'live', version, build: 'tests' }]);
  const { status, body } = await ready();
  expect([status, body.status]).toEqual([200, 'ready']);
});

test('a missing index is named, and the process is not ready', async () => {
  await core.db?.collection('accounts').dropIndex('emailKey_1');
  onTestFinished(() => applyAllIndexes());

  const unready = await waitUntil(
    async () => {
      const { status, body } = await ready();
      return status === 503 ? body : null;
    },
    { what: 'the service to be unready' },
  );
  expect(unready.status).toBe('unready');
  expect(unready.checks['indexes']?.message).toContain('accounts.emailKey_1');
});

test('an unknown path is 404 with the caller’s correlation id', async () => {
  const headers = { 'x-correlation-id': 'a-caller-of-mine' };
  const { status, body } = await service.call('GET', '/api/v1/nothing', { headers });
  expect([status, body.code, body.correlationId]).toEqual([404, 'path_not_found', 'a-caller-of-mine']);
});
