import type { AdminClient, FeedEvent } from '@pas/client';
import type { PublicEventType } from '@pas/shared/events/public-types';
import { TriggerError } from '../sandbox-client.ts';
import { eventTriggers } from './event-triggers.ts';
import type { TriggerApi } from './trigger.ts';

/** Environments in which triggers may create resources. */
const testEnvironments: readonly string[] = ['DEV', 'TEST'];

/** @throws TriggerError outside DEV and TEST */
export function requireTestEnvironment({ environment }: Pick<TriggerApi, 'environment'>): void {
  if (testEnvironments.includes(environment)) return;
  throw new TriggerError(
    `pas trigger creates resources, so it works only in DEV and TEST. ENVIRONMENT is ${environment}.`,
  );
}

/** Longest wait of a request of the feed, in seconds. */
const maxWaitSeconds = 25;

interface AwaitedEvent {
  type: PublicEventType;
  /** Id that the data of the event has. */
  about: string;
  after: string;
  waitSeconds: number;
}

/** @returns null when no such event came in time */
async function awaitEvent(
  client: AdminClient,
  { type, about, after, waitSeconds }: AwaitedEvent,
): Promise<FeedEvent | null> {
  const endsAt = performance.now() + waitSeconds * 1000;
  let cursor = after;
  for (;;) {
    const left = Math.ceil((endsAt - performance.now()) / 1000);
    if (left <= 0) return null;
    const query = { after: cursor, types: type, wait: Math.min(left, maxWaitSeconds), limit: 200 };
    const { events, nextCursor } = await client.events.list(query);
    const found = events.find(({ data }) => JSON.stringify(data).includes(`"${about}"`));
    if (found) return found;
    cursor = nextCursor;
  }
}

/**
 * Causes a public event, and waits until the feed has it.
 *
 * @returns whether the event came in time
 * @throws TriggerError outside DEV and TEST, and the errors of the client
 */
export async function triggerEvent(
  api: TriggerApi,
  type: PublicEventType,
  print: (line: string) => void,
): Promise<boolean> {
  requireTestEnvironment(api);
  const { nextCursor: after } = await api.client.events.list({ newest: true, limit: 1 });
  const { run, waitSeconds = 30 } = eventTriggers[type];
  const made = await run(api);
  print(`${made.type} ${made.id}`);
  const event = await awaitEvent(api.client, { type, about: made.id, after, waitSeconds });
  print(event ? `event ${event.id} ${type} ${event.timestamp}` : `No ${type} within ${waitSeconds} s.`);
  return event !== null;
}
