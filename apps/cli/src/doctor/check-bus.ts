import { isRefusedByBus } from '@pas/platform/events/bus';
import { listDeadLetters } from '@pas/platform/events/dead-letters';
import { missingDeclarations } from '@pas/platform/events/declare-streams';
import { streams } from '@pas/shared/events/streams';
import { declaredConsumers } from '@pas/shared/events/traffic';
import { withConnectedBus } from '../open-stores.ts';
import { failure, fine, warning, type Check, type Look } from './finding.ts';

/** The number of dead letters after which the count ends. */
const maxCounted = 100;

async function lookAtStreams(url: string): Promise<Look[]> {
  const declared = { streams, consumers: declaredConsumers };
  try {
    const missing = await withConnectedBus(url, (bus) => missingDeclarations(bus, declared));
    if (missing.length === 0) return [fine('All streams and consumers are there.')];
    return missing.map((name) => failure(`The ${name} is missing.`, 'Run pas streams apply.'));
  } catch (error) {
    if (!isRefusedByBus(error)) throw error;
    return [
      warning(
        'The streams cannot be read with this user of the event bus.',
        'Set DECLARER_NATS_URL to the user that declares streams.',
      ),
    ];
  }
}

async function lookAtLetters(url: string): Promise<Look[]> {
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

/** Checks the event bus: whether it answers, its streams and consumers, and dead letters. */
export function busChecks({ NATS_URL: url, DECLARER_NATS_URL: declarerUrl = url }: BusSettings): Check[] {
  if (url === undefined || declarerUrl === undefined) {
    const missing = warning('The event bus was not checked.', 'Set NATS_URL.');
    return [{ name: 'bus', look: () => Promise.resolve([missing]) }];
  }
  return [
    { name: 'streams', look: () => lookAtStreams(declarerUrl) },
    { name: 'dead-letters', look: () => lookAtLetters(url) },
  ];
}
