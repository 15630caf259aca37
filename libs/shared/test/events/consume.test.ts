import { currentTrace, withTrace } from '@pas/platform/trace/trace';
import type { RunningConsumer } from '@pas/platform/events/consume';
import { startConsumer, type Consumer } from '@pas/shared/events/start-consumer';
import type { EventOf } from '@pas/shared/events/catalogue';
import { declareBus } from '@pas/shared/events/declare-bus';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { OutboxModel } from '@pas/platform/events/outbox';
import { republishSince } from '@pas/platform/events/republish';
import { RetryLater } from '@pas/platform/events/retry-later';
import { newId } from '@pas/shared/ids/id';
import { EventFailureModel } from '@pas/platform/events/event-failure';
import { waitUntil } from '@pas/testing/wait-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  allSent,
  connected,
  declareConsumer,
  environment,
  labels,
  log,
  startEventHarness,
  uniqueName,
  writeEvents,
  type EventHarness,
} from './event-harness.ts';

const created = 'pas.v1.onboarding.invite.created';
const revoked = 'pas.v1.onboarding.invite.revoked';
type CreatedEvent = EventOf<typeof created>;
type Handle = Consumer<typeof created>['handle'];

describe('a consumer', () => {
  let harness: EventHarness;
  let sweeper: ReturnType<typeof startOutboxSweeper>;
  let consumers: RunningConsumer[];
  /** Labels of the handled events, in the order of their effects. */
  let effects: string[];
  /** Each test has its own, because a new durable consumer gets all events of the stream. */
  let tenantId: string;

  const effect = async ({ subject }: CreatedEvent): Promise<void> => {
    effects.push(subject);
  };

  beforeAll(async () => {
    harness = await startEventHarness();
    sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus: harness.bus, log });
  });
  afterAll(async () => {
    await sweeper.stop();
    await harness.stop();
  });
  beforeEach(() => {
    consumers = [];
    effects = [];
    tenantId = newId('tenant');
  });
  afterEach(async () => {
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await harness.databases.clear();
  });

  test('handles each event, by every path', async () => {
    const names = labels('event', 60);
    await write(names.slice(0, 30));
    await consume({ handle: effect });
    await write(names.slice(30));
    expect(await effectsOf(names)).toEqual(sorted(names));
  });

  test('runs in the trace of the event', async () => {
    const trace = { correlationId: 'correlation-of-the-commit', traceparent: null };
    const seen: (string | undefined)[] = [];
    await consume({
      handle: async (event) => {
        seen.push(currentTrace()?.correlationId);
        await effect(event);
      },
    });
    await withTrace(trace, () => write(['traced']));
    expect(await effectsOf(['traced'])).toEqual(sorted(['traced']));
    expect(seen).toEqual([trace.correlationId]);
  });

  test('shares its events with its replicas', async () => {
    const durable = uniqueName('shared');
    const handledBy: number[] = [];
    for (const replica of [1, 2]) {
      await consume({
        durable,
        concurrency: 2,
        handle: async (event) => {
          handledBy.push(replica);
          await effect(event);
        },
      });
    }
    const names = labels('event', 100);
    await write(names);
    expect(await effectsOf(names)).toEqual(sorted(names));
    expect(new Set(handledBy)).toEqual(new Set([1, 2]));
  });

  test('delivers an event again without counting a failure while a dependency is unavailable', async () => {
    let tries = 0;
    await consume({
      handle: async (event) => {
        tries += 1;
        if (tries < 3) throw new RetryLater('The mail server is unavailable.');
        await effect(event);
      },
    });
    await write(['patient']);
    expect(await effectsOf(['patient'])).toEqual(sorted(['patient']));
    expect(await EventFailureModel.countDocuments({})).toBe(0);
  });

  test('handles its events across a restart of NATS', async () => {
    await consume({ handle: effect });
    const [before, meanwhile, after] = [labels('before', 20), labels('meanwhile', 20), labels('after', 20)];
    await write(before);
    expect(await effectsOf(before)).toEqual(sorted(before));
    await harness.nats.stop();
    await write(meanwhile);
    await harness.nats.start();
    await write(after);
    expect(await effectsOf([...before, ...meanwhile, ...after])).toEqual(
      sorted([...before, ...meanwhile, ...after]),
    );
  });

  test('gets the events of a lost stream again, from the stored rows', async () => {
    const since = new Date();
    const names = labels('kept', 20);
    await write(names);
    await allSent();
    await harness.nats.wipe();
    await harness.nats.start();
    await connected(harness.bus);
    await declareBus(harness.bus);
    await consume({ handle: effect });
    expect(await republishSince({ outbox: OutboxModel, environment }, since)).toBe(20);
    expect(await effectsOf(names)).toEqual(sorted(names));
  });

  test('finishes its running work before it stops', async () => {
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const durable = uniqueName('stopping');
    const consumer = await consume({
      durable,
      handle: async (event) => {
        begun.resolve();
        await mayEnd.promise;
        await effect(event);
      },
    });
    await write(['under way']);
    await begun.promise;
    const stopped = consumer.stop();
    mayEnd.resolve();
    await stopped;
    expect(effects).toEqual(['under way']);

    await consume({ durable, handle: effect });
    await write(['the next']);
    expect(await effectsOf(['under way', 'the next'])).toEqual(sorted(['under way', 'the next']));
  });

  test('leaves unknown subjects to a newer release', async () => {
    const durable = uniqueName('rolling');
    const byNewer: string[] = [];
    await consume({ durable, handle: effect });
    const both = { stream: 'ONBOARDING', durable, subjects: [created, revoked] };
    await declareConsumer(harness.bus, both);
    const newer = startConsumer({
      bus: harness.bus,
      log,
      environment,
      stream: 'ONBOARDING',
      durable,
      subjects: [created, revoked],
      handle: async ({ type, tenantid }) => void (tenantid === tenantId && byNewer.push(type)),
    });
    consumers.push(newer);
    const isAttached = async (): Promise<boolean> => {
      await write(['attached?']);
      return byNewer.length > 0;
    };
    await waitUntil(isAttached, { what: 'the newer release to get events', everyMs: 100 });
    await write(labels('revoked', 6), revoked);
    await waitUntil(() => byNewer.filter((type) => type === revoked).length === 6, {
      what: 'the newer release to handle its subject',
    });
    // The bus decides which of the two comes first.
    expect(effects.filter((name) => name !== 'attached?')).toEqual([]);
  });

  interface Consume {
    handle: Handle;
    durable?: string;
    concurrency?: number;
  }

  async function consume({
    handle,
    durable = uniqueName('test'),
    concurrency = 8,
  }: Consume): Promise<RunningConsumer> {
    const { bus } = harness;
    const subjects = [created] as const;
    await declareConsumer(bus, { stream: 'ONBOARDING', durable, subjects });
    const own: Handle = async (event, meta) =>
      event.tenantid === tenantId ? handle(event, meta) : undefined;
    const consumer = startConsumer({
      bus,
      log,
      environment,
      stream: 'ONBOARDING',
      durable,
      subjects,
      concurrency,
      handle: own,
    });
    consumers.push(consumer);
    return consumer;
  }

  async function write(names: readonly string[], type?: typeof created | typeof revoked): Promise<void> {
    await writeEvents(names, { tenantId, ...(type && { type }) });
  }

  function sorted(names: readonly string[]): string[] {
    return names.toSorted();
  }

  /** Waits for as many effects as names, and returns them. */
  async function effectsOf(names: readonly string[]): Promise<string[]> {
    const what = `${names.length} effects`;
    await waitUntil(() => effects.length >= names.length, { what });
    return sorted(effects);
  }
});
