import { connectBus } from '@pas/platform/events/bus';
import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { publishRow } from '@pas/platform/events/publish-row';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { core } from '@pas/platform/mongo/connections';
import { WorkLeaseModel } from '@pas/platform/leases/work-lease';
import { waitUntil } from '@pas/testing/wait-until';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  allSent,
  connected,
  environment,
  idsInStream,
  labels,
  log,
  useEventHarness,
  writeEvents,
} from './event-harness.ts';

type Sweeper = ReturnType<typeof startOutboxSweeper>;

const harness = await useEventHarness();

describe('the sweeper of the outbox', () => {
  let sweepers: Sweeper[];
  const outbox = OutboxModel;
  const outboxes = [outbox];

  beforeEach(() => {
    sweepers = [];
  });
  afterEach(async () => {
    await Promise.all(sweepers.map((sweeper) => sweeper.stop()));
    await harness.databases.clear();
  });

  test('publishes unpublished events, and marks them as sent', async () => {
    sweep();
    const [event] = await writeEvents(['one']);
    await allSent();
    expect(await idsInStream(harness.bus)).toContain(event?.id);
    const row = await outbox.findById(event?.id).lean<OutboxRow>();
    expect(row?.state).toBe('sent');
    expect(row?.sentAt).toBeInstanceOf(Date);
  });

  test('leaves an event to the process that committed it until its grace period ends', async () => {
    const [kept, due] = await writeEvents(['kept', 'due']);
    await outbox.updateOne({ _id: kept?.id ?? '' }, { $set: { lockUntil: new Date(Date.now() + 600_000) } });
    sweep();
    await waitUntil(async () => (await outbox.findById(due?.id).lean())?.state === 'sent', {
      what: 'the other event to be sent',
    });
    expect((await outbox.findById(kept?.id).lean())?.state).toBe('new');
    await outbox.updateOne({ _id: kept?.id ?? '' }, { $set: { lockUntil: new Date() } });
    await allSent();
    expect(await idsInStream(harness.bus)).toContain(kept?.id);
  });

  test('stores an event once whose process died between publishing and recording it', async () => {
    const [event] = await writeEvents(['one']);
    const row = await outbox.findById(event?.id).lean<OutboxRow>();
    await publishRow(harness.bus, row as OutboxRow);
    // Here it dies.
    sweep();
    await allSent();
    expect((await idsInStream(harness.bus)).filter((id) => id === event?.id)).toHaveLength(1);
  });

  test('is one of several, and another one continues when it is stopped', async () => {
    sweep();
    sweep();
    await writeEvents(['before']);
    await allSent();
    const lease = async () => WorkLeaseModel.findById(`outbox-${environment}`).lean();
    const first = await lease();
    expect(first).not.toBeNull();
    const batches = await Promise.all(labels('batch', 20).map((name) => writeEvents(labels(name, 25))));
    await sweepers[0]?.stop();
    const written = batches.flat().map(({ id }) => id);
    await allSent();
    const stored = (await idsInStream(harness.bus)).filter((id) => written.includes(id));
    expect(stored.toSorted()).toEqual(written.toSorted());
    await writeEvents(['after']);
    await allSent();
  });

  test('takes over from one that was killed when its lease has run out', async () => {
    const dead = { _id: `outbox-${environment}`, holder: 'killed', until: new Date(Date.now() + 1000) };
    await WorkLeaseModel.insertMany([dead]);
    const [event] = await writeEvents(['orphan']);
    sweep();
    await allSent();
    expect(await idsInStream(harness.bus)).toContain(event?.id);
    const lease = await WorkLeaseModel.findById(dead._id).lean();
    expect(lease?.holder).not.toBe('killed');
  });

  test('loses no event while NATS is unavailable, and publishes all when it is available again', async () => {
    sweep();
    const before = await writeEvents(labels('before', 10));
    await harness.nats.stop();
    const meanwhile = await writeEvents(labels('meanwhile', 1500));
    await harness.nats.start();
    const after = await writeEvents(labels('after', 10));
    await allSent();
    const written = [...before, ...meanwhile, ...after].map(({ id }) => id);
    const stored = (await idsInStream(harness.bus)).filter((id) => written.includes(id));
    expect(stored.toSorted()).toEqual(written.toSorted());
  });

  test('starts before NATS is there, and publishes once it is', async () => {
    await harness.nats.stop();
    const bus = connectBus({ url: harness.nats.url, name: 'early', log });
    const early = startOutboxSweeper({ outboxes, environment, bus, log });
    const [event] = await writeEvents(['early']);
    await harness.nats.start();
    await allSent();
    await early.stop();
    await bus.close();
    await connected(harness.bus);
    expect(await idsInStream(harness.bus)).toContain(event?.id);
  });

  test('publishes a backlog whose processes have died, batch after batch', async () => {
    const written = await writeEvents(labels('backlog', 2500));
    sweepers.push(
      startOutboxSweeper({ outboxes: [], selfPublished: outboxes, environment, bus: harness.bus, log }),
    );
    await allSent();
    const stored = new Set(await idsInStream(harness.bus));
    expect(written.every(({ id }) => stored.has(id))).toBe(true);
  });

  test('looks at an event of a killed process again when its grace period ends, and not before', async () => {
    const [event] = await writeEvents(['orphan']);
    const lockUntil = new Date(Date.now() + 2500);
    await outbox.updateOne({ _id: event?.id ?? '' }, { $set: { lockUntil } });
    const early: number[] = [];
    const record = ({ command }: { command: { projection?: object } }): void => {
      const isLook = 'lockUntil' in (command.projection ?? {});
      if (isLook && Date.now() < lockUntil.getTime() - 100) early.push(Date.now());
    };
    const client = core.getClient().on('commandStarted', record);
    sweepers.push(
      startOutboxSweeper({ outboxes: [], selfPublished: outboxes, environment, bus: harness.bus, log }),
    );
    await allSent();
    client.off('commandStarted', record);
    expect(await idsInStream(harness.bus)).toContain(event?.id);
    expect(early.length).toBeLessThanOrEqual(1);
  });

  test('leaves the events of another environment alone', async () => {
    const [foreign] = await writeEvents(['foreign'], { environment: 'STAGING' });
    sweep();
    await writeEvents(['own']);
    await allSent();
    expect((await outbox.findById(foreign?.id).lean())?.state).toBe('new');
  });

  test('publishes the others when a stream refuses its events', async () => {
    const refused = await writeEvents(labels('refused', 1200));
    await outbox.updateMany(
      { _id: { $in: refused.map(({ id }) => id) } },
      { $set: { subject: 'pas.v1.nowhere.thing.done' } },
    );
    const [event] = await writeEvents(['accepted']);
    sweep();
    await waitUntil(async () => (await outbox.findById(event?.id).lean())?.state === 'sent', {
      what: 'the other event to be sent',
    });
    expect(await outbox.countDocuments({ state: 'new' })).toBe(refused.length);
  });

  function sweep(): void {
    sweepers.push(startOutboxSweeper({ outboxes, environment, bus: harness.bus, log }));
  }
});
