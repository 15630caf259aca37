import { PropertyModel } from '@pas/shared/models/property';
import { passHours } from '@pas/testing/pass-hours';
import { afterEach, expect, test, vi } from 'vitest';
import { usesOf, startPasses } from './pass-support.ts';

const { handOut, open, read, show } = await startPasses();

afterEach(() => void vi.useRealTimers());

/** A year with clock changes. */
const year = { startsAt: new Date('2027-01-01T00:00:00Z'), endsAt: new Date('2028-01-01T00:00:00Z') };

test.each(Object.entries(passHours))('a link opens by local time: %s', async (_when, hours) => {
  const { timeZone, moments, ...window } = hours;
  const { home, pass, token, main, controller } = await handOut({ ...year, ...window });
  await PropertyModel.updateOne({ _id: home.propertyId, tenantId: home.tenantId }, { $set: { timeZone } });
  const openAt = async (at: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) });
    const showsPin = (await show(token)).body.pass.pin !== null;
    const { status, body } = await open(token, main._id);
    if (status === 202) await read(token, body.attempt.id);
    return [status, body.reason ?? null, showsPin];
  };
  const answers = [];
  for (const [at, , comment] of moments) answers.push([comment, await openAt(at)]);
  expect(answers).toEqual(
    moments.map(([, opens, comment]) => [
      comment,
      opens ? [202, null, true] : [403, 'pass_outside_window', false],
    ]),
  );
  const opened = moments.filter(([, opens]) => opens).length;
  expect([await usesOf(pass), controller.commands.length]).toEqual([opened, opened]);
});
