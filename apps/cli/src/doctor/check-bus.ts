import { isRefusedByBus } from '@pas/platform/events/bus';
import { listDeadLetters } from '@pas/platform/events/dead-letters';
import { examineStreams, type StreamsState } from '@pas/platform/events/examine-streams';
import { streams } from '@pas/shared/events/streams';
import { declaredConsumers } from '@pas/shared/events/traffic';
import { withConnectedBus } from '../open-stores.ts';
import { judgeDisk } from './check-host.ts';
import { failure, fine, warning, type Check, type CheckResult } from './finding.ts';

/** The number of dead letters after which the count ends. */
const maxCounted = 100;

/** Waiting messages of a consumer that are reported, and that need a person. Alerts fire at the first number. */
const [manyPending, tooManyPending] = [500, 10_000];

/** Reports the lag of a durable consumer. */
export function judgeLag({ durable, pending, redelivered }: StreamsState['lags'][number]): CheckResult[] {
  const results: CheckResult[] = [];
  if (pending > manyPending) {
    const report = pending > tooManyPending ? failure : warning;
    const next = 'Check that the processes of this consumer run. Add replicas if they are busy.';
    results.push(report(`${pending} messages wait for ${durable}.`, next));
  }
  if (redelivered > 0) {
    const next =
      'Search the logs of its processes for delayed events; a store or an upstream may be unavailable.';
    results.push(warning(`${redelivered} messages of ${durable} were redelivered.`, next));
  }
  return results;
}

/** Compares the size of the streams with the limit of their account. */
export function judgeStorage({ bytes, limit }: StreamsState['storage']): CheckResult {
  if (limit !== null) return judgeDisk('the streams', Math.max(0, limit - bytes), limit);
  return fine(`The streams store ${(bytes / 1e6).toFixed(1)} MB; their account has no limit.`);
}

function judgeStreams({ missing, different, lags, storage }: StreamsState): CheckResult[] {
  const apply = 'Run pas streams apply.';
  const faults = [
    ...missing.map((name) => failure(`The ${name} is missing.`, apply)),
    ...different.map((name) => failure(`The settings of the ${name} differ from its declaration.`, apply)),
  ];
  const lagging = lags.flatMap(judgeLag);
  return [
    ...(faults.length > 0 ? faults : [fine('All streams and consumers are as declared.')]),
    ...(lagging.length > 0 ? lagging : [fine('No consumer lags.')]),
    judgeStorage(storage),
  ];
}

async function checkStreams(url: string): Promise<CheckResult[]> {
  const declared = { streams, consumers: declaredConsumers };
  try {
    return judgeStreams(await withConnectedBus(url, (bus) => examineStreams(bus, declared)));
  } catch (error) {
    if (!isRefusedByBus(error)) throw error;
    return [
      warning(
        'The streams cannot be read with this user of the event bus.',
        'Set DECLARER_NATS_URL to the user that declares streams. Give it the rights in docker/nats.conf of this release.',
      ),
    ];
  }
}

async function checkLetters(url: string): Promise<CheckResult[]> {
  const letters = await withConnectedBus(url, (bus) => listDeadLetters(bus, { limit: maxCounted }));
  if (letters.length === 0) return [fine('There are no dead letters.')];
  const byDurable = Map.groupBy(letters, ({ durable }) => durable);
  return [...byDurable].map(([durable, { length }]) =>
    warning(
      `${durable} has given up ${length}${letters.length === maxCounted ? ' or more' : ''} events.`,
      `Run pas dead-letters list --durable ${durable}, repair the cause, then replay or drop them.`,
    ),
  );
}

/** Addresses of the event bus. */
export interface BusSettings {
  NATS_URL?: string | undefined;
  DECLARER_NATS_URL?: string | undefined;
}

/** Checks the event bus: whether it answers, its streams, their consumers and size, and dead letters. */
export function busChecks({ NATS_URL: url, DECLARER_NATS_URL: declarerUrl = url }: BusSettings): Check[] {
  if (url === undefined || declarerUrl === undefined) {
    const missing = warning('The event bus was not checked.', 'Set NATS_URL.');
    return [{ name: 'bus', run: () => Promise.resolve([missing]) }];
  }
  return [
    { name: 'streams', run: () => checkStreams(declarerUrl) },
    { name: 'dead-letters', run: () => checkLetters(url) },
  ];
}
