import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { commit } from '@pas/shared/change/commit';
import { workContext } from '@pas/shared/context/work-context';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { OutgoingMessageModel } from '@pas/shared/models/outgoing-message';
import { PropertyModel } from '@pas/shared/models/property';
import { TenantModel } from '@pas/shared/models/tenant';
import { countOrFail } from '@pas/shared/recipients/count-messages';
import { inviteRow } from '@pas/testing/rows';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, describe, expect, test } from 'vitest';
import { remindInvites } from '../src/sweeps/remind-invites.ts';
import { startSweeper } from '../src/sweeps/start-sweeper.ts';
import { startAdmin } from './admin-harness.ts';
import { addPlace, deliveryTo, type Place } from './dispatch-support.ts';

await startAdmin();
const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const hourMs = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * hourMs);

let sweepers: ReturnType<typeof startSweeper>[] = [];
afterEach(async () => {
  await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
  sweepers = [];
});

/** Starts two sweepers, as with two replicas. */
function sweep(): void {
  const options = { environment: 'TEST', events: leaveToSweeper, log, everyMs: 50, sweeps: [remindInvites] };
  sweepers = [startSweeper(options), startSweeper(options)];
}

/**
 * Returns the zone in which it is now the given hour, give or take one. The sign of `Etc` names is reversed.
 */
function zoneWhereItIs(hour: number): string {
  const offset = ((((hour - new Date().getUTCHours()) % 24) + 36) % 24) - 12;
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}

interface ReminderSetup {
  hours?: number[];
  atHour?: number;
  fields?: Partial<InviteRow>;
}

/** Adds an invite that was sent by mail 49 hours ago, with a reminder due for an hour. */
async function addSent({ hours = [48, 120], atHour = 14, fields = {} }: ReminderSetup = {}) {
  const place = await addPlace({ inviteReminderHours: hours });
  await PropertyModel.updateOne(
    { _id: place.propertyId, tenantId: place.tenantId },
    { $set: { timeZone: zoneWhereItIs(atHour) } },
  );
  const row = inviteRow(place.unit, {
    deliveries: [deliveryTo('EMAIL', 'jordan@example.test', { status: 'SENT' })],
    remindFrom: hoursAgo(49),
    reminderDueAt: hoursAgo(1),
    ...fields,
  });
  await InviteModel.insertMany([row]);
  return { place, id: row._id };
}

const stored = ({ tenantId }: Place, id: string) =>
  InviteModel.findOne({ _id: id, tenantId }).lean<InviteRow>();
const queued = ({ tenantId }: Place) => OutgoingMessageModel.countDocuments({ tenantId });

async function untilDecided(place: Place, id: string, dueAt: Date | null): Promise<InviteRow> {
  return waitUntil(
    async () => {
      const invite = await stored(place, id);
      return invite?.reminderDueAt?.getTime() === dueAt?.getTime() ? null : invite;
    },
    { what: 'the reminder to be decided on' },
  );
}

describe('a reminder', () => {
  test('is queued once by two workers, and the next one is due at its hour', async () => {
    const { place, id } = await addSent();
    const before = (await stored(place, id))?.reminderDueAt ?? null;
    sweep();
    const invite = await untilDecided(place, id, before);
    expect(invite.deliveries.map(({ kind, channel, status }) => [kind, channel, status])).toEqual([
      ['INVITE', 'EMAIL', 'SENT'],
      ['REMINDER', 'EMAIL', 'QUEUED'],
    ]);
    expect(Number(invite.reminderDueAt)).toBeGreaterThanOrEqual(Number(invite.remindFrom) + 120 * hourMs);
    expect(await queued(place)).toBe(1);
  });

  test('is FAILED with recipient_limit_reached for a recipient with ten messages today, and nothing is sent', async () => {
    const { place, id } = await addSent();
    const to = 'jordan@example.test';
    const deliveries = Array.from({ length: 10 }, () => deliveryTo('EMAIL', to));
    const ctx = workContext(
      { service: 'admin', name: 'Test', environment: 'TEST', events: leaveToSweeper, log },
      place.tenantId,
    );
    await commit(ctx, async (change) => countOrFail(ctx, change, deliveries));
    const before = (await stored(place, id))?.reminderDueAt ?? null;
    sweep();
    const invite = await untilDecided(place, id, before);
    expect(invite.deliveries.map(({ kind, status, error }) => [kind, status, error])).toEqual([
      ['INVITE', 'SENT', null],
      ['REMINDER', 'FAILED', 'recipient_limit_reached'],
    ]);
    expect(await queued(place)).toBe(0);
  });

  test('waits for 9:00 in the property’s time zone at night', async () => {
    const { place, id } = await addSent({ atHour: 2 });
    const before = (await stored(place, id))?.reminderDueAt ?? null;
    sweep();
    const invite = await untilDecided(place, id, before);
    expect(invite.deliveries).toHaveLength(1);
    const timeZone = zoneWhereItIs(2);
    expect(invite.reminderDueAt?.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })).toBe('09:00');
  });

  test('that was due in the afternoon and is found at night waits for 9:00 too', async () => {
    const fields = { remindFrom: hoursAgo(60), reminderDueAt: hoursAgo(12) };
    const { place, id } = await addSent({ atHour: 2, fields });
    sweep();
    const invite = await untilDecided(place, id, fields.reminderDueAt);
    expect(invite.deliveries).toHaveLength(1);
    const timeZone = zoneWhereItIs(2);
    expect(invite.reminderDueAt?.toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })).toBe('09:00');
  });

  test.each([
    ['that has expired', { expiresAt: hoursAgo(0) }],
    [
      'whose mail has bounced',
      { deliveries: [deliveryTo('EMAIL', 'jordan@example.test', { status: 'BOUNCED' })] },
    ],
    ['whose link was replaced', { tokenVersion: 2 }],
  ])('is not sent for an invite %s', async (_what, fields) => {
    const { place, id } = await addSent({ fields });
    const before = (await stored(place, id))?.reminderDueAt ?? null;
    sweep();
    await untilDecided(place, id, before);
    expect(await queued(place)).toBe(0);
  });

  test('is not sent after the tenant has removed the hours, or is suspended', async () => {
    const [none, suspended] = [await addSent({ hours: [] }), await addSent()];
    await TenantModel.updateOne({ _id: suspended.place.tenantId }, { $set: { status: 'SUSPENDED' } });
    const before = (await stored(none.place, none.id))?.reminderDueAt ?? null;
    const held = (await stored(suspended.place, suspended.id))?.reminderDueAt ?? null;
    sweep();
    expect((await untilDecided(none.place, none.id, before)).reminderDueAt).toBeNull();
    await untilDecided(suspended.place, suspended.id, held);
    expect([await queued(none.place), await queued(suspended.place)]).toEqual([0, 0]);
  });
});
