import { newProperty } from '@pas/shared/models/new-property';
import { PropertyModel } from '@pas/shared/models/property';
import { passHours } from '@pas/testing/pass-hours';
import { afterEach, expect, test, vi } from 'vitest';
import {
  addDoor,
  addPass,
  addResident,
  controllerOf,
  newHome,
  startCoreMobile,
  testPasses,
} from './core-mobile-harness.ts';

const service = await startCoreMobile();
afterEach(() => void vi.useRealTimers());

/** The year in which the clocks change. */
const year = { startsAt: new Date('2027-01-01T00:00:00Z'), endsAt: new Date('2028-01-01T00:00:00Z') };

test.each(Object.entries(passHours))('a PIN opens by the clock on the wall: %s', async (_when, hours) => {
  const { timeZone, moments, ...window } = hours;
  const home = newHome();
  const empty = { line2: null, city: null, region: null, postalCode: null };
  const address = { ...empty, line1: '1 Maple St', country: 'US' };
  const ctx = { tenantId: home.tenantId, now: new Date() };
  const property = newProperty(ctx, { name: 'Maple Court', address, timeZone });
  await PropertyModel.insertMany([{ ...property, _id: home.propertyId }]);
  const [resident, door] = [await addResident(home), await addDoor(home)];
  const pass = await addPass(resident, door._id, { ...year, ...window });
  const pin = testPasses.pinOf(pass);
  const verifyAt = async (at: string): Promise<unknown> => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const body = { accessPointId: door._id, pin };
    const answer = await service.call<{
      reason?: string;
      verification?: { reason: string; occurredAt: string };
    }>('POST', '/access/verify', { as: controllerOf(door), body });
    const { reason, verification } = answer.body;
    return [answer.status, reason ?? verification?.reason];
  };
  const answers = [];
  for (const [at, , comment] of moments) answers.push([comment, await verifyAt(at)]);
  expect(answers).toEqual(
    moments.map(([, opens, comment]) => [
      comment,
      opens ? [200, 'pass_valid'] : [403, 'pass_outside_window'],
    ]),
  );
});
