import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { mayUsePass } from '@pas/shared/access/may-use-pass';
import { workContext } from '@pas/shared/context/work-context';
import { newId } from '@pas/shared/ids/id';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { accessPassRow, accessPointRow } from '@pas/testing/rows';
import { expect, test } from 'vitest';
import { freePins } from '../src/sweeps/free-pins.ts';
import { startAdmin } from './admin-harness.ts';

await startAdmin();

const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const worker = { service: 'admin', name: 'Sweeper', environment: 'TEST', events: leaveToSweeper, log };
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

test('the PIN of a pass is free a day after its end, and the pass stays ended', async () => {
  const place = { tenantId: newId('tenant'), propertyId: newId('property') };
  const door = accessPointRow(place);
  const ended = accessPassRow(place, [door._id], { startsAt: hoursAgo(50), endsAt: hoursAgo(25) });
  const recent = accessPassRow(place, [door._id], { startsAt: hoursAgo(50), endsAt: hoursAgo(23) });
  await AccessPassModel.insertMany([ended, recent]);
  const now = new Date();
  expect(await freePins.findDue(now, 10, [])).toEqual([{ id: ended._id, tenantId: place.tenantId }]);
  const second = { ...accessPassRow(place, [door._id]), pinKeys: ended.pinKeys };
  await expect(AccessPassModel.insertMany([second])).rejects.toThrow('pinKeys');
  const ctx = workContext(worker, place.tenantId);
  expect(await freePins.apply(ctx, ended._id)).toBe(true);
  expect(await freePins.apply(ctx, ended._id)).toBe(false);
  expect(await freePins.apply(ctx, recent._id)).toBe(false);
  await AccessPassModel.insertMany([second]);
  const filter = { _id: ended._id, tenantId: place.tenantId };
  const pass = (await AccessPassModel.findOne(filter).lean()) as AccessPassRow;
  expect(pass.version).toBe(ended.version);
  const use = { pass, door, host: null, timeZone: 'UTC', now };
  expect(mayUsePass(use).reason).toBe('pass_expired');
});
