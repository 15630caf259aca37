import { endAttempt, opened } from '@pas/shared/access/end-attempt';
import { newId } from '@pas/shared/ids/id';
import { UnlockAttemptModel, type UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import { growthOf } from '@pas/testing/read-metric';
import { expect, test } from 'vitest';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { workContext } from '@pas/shared/context/work-context';
import { expireAttempts } from '../src/sweeps/expire-attempts.ts';
import { attemptRow } from './building-rows.ts';
import { startAdmin } from './admin-harness.ts';

await startAdmin();
const tenantId = newId('tenant');
const ctx = workContext(
  {
    service: 'admin',
    name: 'Sweeper',
    environment: 'TEST',
    events: leaveToSweeper,
    log: createLogger({ service: 'admin', environment: 'TEST', level: 'silent' }),
  },
  tenantId,
);

async function addAttempt(fields: Partial<UnlockAttemptRow> = {}): Promise<UnlockAttemptRow> {
  const expiresAt = new Date(Date.now() - 60_000);
  const row = attemptRow(tenantId, { status: 'PENDING', confirmed: false, expiresAt, ...fields });
  await UnlockAttemptModel.insertMany([row]);
  return row;
}

const load = ({ _id }: UnlockAttemptRow) => UnlockAttemptModel.findOne({ _id, tenantId }).lean();

test('an attempt whose process has died is FAILED after its time limit and the grace period, and counted', async () => {
  const dead = await addAttempt();
  await addAttempt({ expiresAt: new Date() });
  await addAttempt({ status: 'SUCCEEDED', confirmed: true });
  const now = new Date();
  expect(await expireAttempts.findDue(now, 10, [])).toMatchObject([{ id: dead._id, tenantId }]);
  const counted = [
    'door_command_duration_seconds_count',
    { adapter: dead.controller.adapter, result: 'timeout' },
  ] as const;
  const applied: boolean[] = [];
  const apply = async () => void applied.push(await expireAttempts.apply(ctx, dead._id));
  expect(await growthOf(counted, apply)).toBe(1);
  expect(applied).toEqual([true]);
  expect(await load(dead)).toMatchObject({
    status: 'FAILED',
    error: 'timeout',
    confirmed: false,
    version: 2,
  });
  expect(await growthOf(counted, apply)).toBe(0);
  expect(applied).toEqual([true, false]);
  expect(await expireAttempts.findDue(now, 10, [])).toEqual([]);
});

test('a late answer leaves the attempt FAILED and records that the door has opened', async () => {
  const late = await addAttempt();
  await expireAttempts.apply(ctx, late._id);
  expect(await endAttempt(late, opened, new Date())).toBe(false);
  expect(await load(late)).toMatchObject({ status: 'FAILED', error: 'timeout', confirmed: true });
});
