import type { RunningConsumer } from '@pas/platform/events/consume';
import { listDeadLetters, type EventStores, type ListedDeadLetter } from '@pas/platform/events/dead-letters';
import { OutboxModel, type OutboxRow } from '@pas/platform/events/outbox';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { eventSources } from '@pas/shared/events/event-sources';
import { startConsumer, type Consumer } from '@pas/shared/events/start-consumer';
import { waitUntil } from '@pas/testing/wait-until';
import {
  declareConsumer,
  environment,
  log,
  startEventHarness,
  uniqueName,
  writeEvents,
} from './event-harness.ts';

export const created = 'pas.v1.onboarding.invite.created';
type Handle = Consumer<typeof created>['handle'];

/** Starts a bus with a publisher, and one consumer of invites at a time with its dead letters. */
export async function startDeadLetterHarness() {
  const harness = await startEventHarness();
  const { bus } = harness;
  const sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus, log });
  let durable = '';
  let consumer: RunningConsumer | undefined;

  async function consume(handle: Handle): Promise<void> {
    const subjects = [created] as const;
    await declareConsumer(bus, { stream: 'ONBOARDING', durable, subjects: [...subjects] });
    const retryDelaysMs = [50, 100, 150, 200];
    consumer = startConsumer({
      bus,
      log,
      environment,
      stream: 'ONBOARDING',
      durable,
      subjects,
      retryDelaysMs,
      handle,
    });
  }

  /** Returns the dead letters of the consumer, if there are enough. */
  async function letters(count = 1): Promise<ListedDeadLetter[] | null> {
    const listed = await listDeadLetters(bus, { durable });
    return listed.length >= count ? listed : null;
  }

  /** Makes the consumer give up one event. */
  async function buryOne(beforeLast?: (id: string) => Promise<void>) {
    let failures = 0;
    await consume(async ({ id }) => {
      failures += 1;
      if (failures === 5) await beforeLast?.(id);
      throw new Error('broken');
    });
    const [event] = await writeEvents(['broken']);
    const letter = await waitUntil(
      async () => (await letters())?.find(({ eventId }) => eventId === event?.id) ?? null,
      { what: 'the dead letter' },
    );
    return { letter, id: event?.id ?? '' };
  }

  return {
    bus,
    stores: { bus, environment, sources: eventSources } satisfies EventStores,
    consume,
    letters,
    buryOne,
    durable: () => durable,
    rowOf: (id: string | null | undefined) => OutboxModel.findById(id).lean<OutboxRow>(),
    stopConsumer: async () => consumer?.stop(),
    /** Removes every row and message. The next consumer has a new name. */
    async renew(): Promise<void> {
      durable = uniqueName('poisoned');
      await harness.clear();
    },
    async stop(): Promise<void> {
      await sweeper.stop();
      await harness.stop();
    },
  };
}

export type DeadLetterHarness = Awaited<ReturnType<typeof startDeadLetterHarness>>;
