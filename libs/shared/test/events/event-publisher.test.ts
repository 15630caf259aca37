import { commit } from '@pas/shared/change/commit';
import { withTimeLeft } from '@pas/platform/deadline/deadline';
import type { CommittedEvents } from '@pas/platform/events/committed-events';
import { startPublisher, type EventPublisher } from '@pas/platform/events/event-publisher';
import { OutboxModel, publishGraceMs, type OutboxRow } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import { UnitModel } from '@pas/shared/models/unit';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operationContext } from '../operation.ts';
import { unitRow } from '@pas/testing/rows';
import { allSent, connected, environment, idsInStream, log, useEventHarness } from './event-harness.ts';

const tenantId = newId('tenant');
const type = 'pas.v1.onboarding.invite.revoked';

const harness = await useEventHarness();

describe('the publisher of committed events', () => {
  let events: EventPublisher;

  beforeEach(() => {
    events = startPublisher({ bus: harness.bus, log });
  });
  afterEach(async () => {
    await events.stop();
    await harness.databases.clear();
  });

  const context = () => operationContext(tenantId, { events, environment });
  const data = { aggregateVersion: 1, inviteId: 'inv_1', propertyId: 'prop_1', unitId: 'unit_1' };

  /** Commits one event of an invite, and whatever `work` does before it. */
  const commitOne = async (work: () => Promise<void> = async () => undefined, ctx = context()) =>
    commit(ctx, async (change) => {
      await work();
      change.publish({ type, subject: 'inv_1', data });
    });
  const storedRows = () => OutboxModel.find().lean<OutboxRow[]>();

  test('publishes events once they are committed, and marks them as sent', async () => {
    await commitOne();
    await allSent();
    const [row] = await storedRows();
    expect(await idsInStream(harness.bus)).toContain(row?._id);
    expect(row?.sentAt).toBeInstanceOf(Date);
  });

  test('publishes and marks an event of a request after its deadline', async () => {
    const late: CommittedEvents = {
      ...events,
      publish: (outbox, rows) => withTimeLeft(-1, () => events.publish(outbox, rows)),
    };
    await commitOne(undefined, operationContext(tenantId, { events: late, environment }));
    await allSent();
    const [row] = await storedRows();
    expect(row?.state).toBe('sent');
  });

  test('has a grace period that ends after any commit of the transaction', async () => {
    await harness.nats.stop();
    const startedAt = Date.now();
    await commitOne();
    const [row] = await storedRows();
    expect(row?.state).toBe('new');
    expect(row?.lockUntil.getTime()).toBeGreaterThanOrEqual(startedAt + publishGraceMs);
    await harness.nats.start();
    await connected(harness.bus);
  });

  test('publishes nothing of a change that fails at its end', async () => {
    const before = await idsInStream(harness.bus);
    const failed = inTransaction(core, async (session, within) => {
      await commitOne(undefined, { ...context(), within });
      await UnitModel.insertMany([unitRow(tenantId)], { session });
      throw new Error('at the very end');
    });
    await expect(failed).rejects.toThrow('at the very end');
    await commitOne();
    await allSent();
    expect(await idsInStream(harness.bus)).toHaveLength(before.length + 1);
  });

  test('publishes the events of the try that was committed, and of no other', async () => {
    const unit = unitRow(tenantId);
    await UnitModel.insertMany([unit]);
    const before = await idsInStream(harness.bus);
    const raise = async () =>
      commit(context(), async (change) => {
        const filter = { _id: unit._id, tenantId };
        await UnitModel.updateOne(filter, { $inc: { version: 1 } }, { session: change.session });
        change.publish({ type, subject: 'inv_1', data });
      });
    await Promise.all(Array.from({ length: 15 }, raise));
    await allSent();
    const rows = await storedRows();
    const published = (await idsInStream(harness.bus)).filter((id) => !before.includes(id));
    expect(published.toSorted()).toEqual(rows.map(({ _id }) => _id).toSorted());
  });

  test('leaves an event to the sweeper after its grace period', async () => {
    const late = { ...events, sweepableAt: () => new Date(0) };
    await commitOne(undefined, { ...context(), events: late });
    await commitOne();
    await waitUntil(async () => (await OutboxModel.countDocuments({ state: 'sent' })) === 1, {
      what: 'the other event to be sent',
    });
    const [row] = await OutboxModel.find({ state: 'new' }).lean<OutboxRow[]>();
    expect(await idsInStream(harness.bus)).not.toContain(row?._id);
  });

  test('finishes its running work when it is stopped', async () => {
    // One change, because so many concurrent changes would wait for each other's permits.
    await commit(context(), async (change) => {
      for (let count = 0; count < 300; count += 1) change.publish({ type, subject: 'inv_1', data });
    });
    await events.stop();
    // An unfinished event would now wait for the end of its grace period.
    await allSent(publishGraceMs / 2);
    expect(await OutboxModel.countDocuments()).toBe(300);
  });

  test('drops an event that it cannot publish, without delaying the next change or the stop', async () => {
    harness.nats.freeze();
    await commitOne();
    await commitOne();
    harness.nats.thaw();
    await events.stop();
    expect(await OutboxModel.countDocuments()).toBe(2);
  });
});
