import { newProperty } from '@pas/shared/models/new-property';
import { PropertyModel } from '@pas/shared/models/property';
import { passHours } from '@pas/testing/pass-hours';
import { afterEach, expect, test, vi } from 'vitest';
import { newHome, startCoreMobile } from './core-mobile-harness.ts';
import { openWithPass, outcomeOf } from './pass-support.ts';

const service = await startCoreMobile();
afterEach(() => void vi.useRealTimers());

/** A year with clock changes. */
const year = { startsAt: new Date('2027-01-01T00:00:00Z'), endsAt: new Date('2028-01-01T00:00:00Z') };

test.each(Object.entries(passHours))('a PIN opens by local time: %s', async (_when, hours) => {
  const { timeZone, moments, ...window } = hours;
  const home = newHome();
  const empty = { line2: null, city: null, region: null, postalCode: null };
  const address = { ...empty, line1: '1 Maple St', country: 'US' };
  const ctx = { tenantId: home.tenantId, now: new Date() };
  const property = newProperty(ctx, { name: 'Maple Court', address, timeZone });
  await PropertyModel.insertMany([{ ...property, _id: home.propertyId }]);
  const { door, pin } = await openWithPass({ ...year, ...window }, home);
  const verifyAt = async (at: string): Promise<unknown> => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    return outcomeOf(service, { door, pin });
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
