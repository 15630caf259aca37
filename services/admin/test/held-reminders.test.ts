import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { createLogger } from '@pas/platform/log/logger';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { tenantNow, useTestTimes } from '@pas/shared/context/tenant-now';
import { workContext } from '@pas/shared/context/work-context';
import { InviteModel } from '@pas/shared/models/invite';
import { OutgoingMessageModel, type OutgoingMessageRow } from '@pas/shared/models/outgoing-message';
import { inviteRow, testLinks } from '@pas/testing/rows';
import { afterEach, expect, test } from 'vitest';
import { claimInviteMessage } from '../src/dispatch/claim-invite-message.ts';
import { bringMessagesForward } from '../src/dispatch/queued-messages.ts';
import { startAdmin } from './admin-harness.ts';
import { addPlace, deliveryTo } from './dispatch-support.ts';

await startAdmin();
const log = createLogger({ service: 'admin', environment: 'TEST', level: 'silent' });
const worker = { service: 'admin', name: 'Sender', environment: 'TEST', events: leaveToSweeper, log };
const hourMs = 3_600_000;

afterEach(() => useTestTimes(new Map()));

test('a reminder at night waits by real time, and comes forward as far as the test clock advances', async () => {
  const { tenantId, unit } = await addPlace();
  const reminder = deliveryTo('EMAIL', 'jordan@example.test', { kind: 'REMINDER', status: 'QUEUED' });
  const fields = { deliveries: [reminder], expiresAt: new Date(Date.now() + 90 * 24 * hourMs) };
  const invite = inviteRow(unit, fields);
  await InviteModel.insertMany([invite]);
  const message: OutgoingMessageRow = {
    _id: reminder.id,
    tenantId,
    channel: 'EMAIL',
    inviteId: invite._id,
    passId: null,
    dueAt: new Date(),
    claimedBy: null,
    attempts: 0,
    createdAt: new Date(),
    correlationId: 'night',
    traceparent: null,
  };
  await OutgoingMessageModel.insertMany([message]);
  const night = new Date(Date.now() + 60 * 24 * hourMs).setUTCHours(4, 0);
  useTestTimes(new Map([[tenantId, night]]));
  const ctx = workContext(worker, tenantId);
  expect(tenantNow(ctx).getTime()).toBe(night);

  const claimed = await claimInviteMessage(ctx, message, testLinks);
  const dueAt = (await claimed?.prepare())?.heldUntil ?? new Date(0);
  const waitMs = dueAt.getTime() - ctx.now.getTime();
  expect(waitMs).toBeGreaterThan(0);
  expect(waitMs).toBeLessThan(13 * hourMs);

  await OutgoingMessageModel.updateOne({ _id: message._id, tenantId }, { $set: { dueAt } });
  await inTransaction(core, (session) =>
    bringMessagesForward({ tenantId, now: ctx.now, ms: waitMs }, session),
  );
  const waiting = await OutgoingMessageModel.findOne({ tenantId }).orFail().lean<OutgoingMessageRow>();
  expect(waiting.dueAt).toEqual(ctx.now);
});
