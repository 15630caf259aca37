import { randomInt } from 'node:crypto';
import { startOutboxSweeper } from '@pas/platform/events/sweep-outbox';
import { OutboxModel } from '@pas/platform/events/outbox';
import { newId } from '@pas/shared/ids/id';
import {
  compareEvents,
  endGrace,
  environment,
  log,
  startEventStores,
  untilSwept,
  type EventFindings,
} from './event-stores.ts';
import type { CommittingOptions, Moment } from './programs/committing-worker.ts';
import { openNotes, startProgram } from './start-program.ts';

export interface CrashOptions {
  moment: Moment;
  rounds: number;
  /** Concurrent processes. */
  processes: number;
}

export interface CrashFindings extends EventFindings {
  /** Rounds that did not end by their own signal. */
  unexpectedEnds: number;
  /** Events that the sweeper published. */
  swept: number;
}

/** Concurrent commits in a process, and the most publications before its end. */
const [lanes, maxPublications] = [5, 12];

/**
 * Lets processes commit and publish until each kills itself, while a sweeper publishes the remaining events.
 * Then compares rows, events and acknowledgements.
 */
export async function crashPublishers({ moment, rounds, processes }: CrashOptions): Promise<CrashFindings> {
  const stores = await startEventStores();
  const notes = openNotes();
  const sweeper = startOutboxSweeper({ outboxes: [OutboxModel], environment, bus: stores.bus, log });
  let [next, unexpectedEnds, swept] = [0, 0, 0];
  const crashOne = async (): Promise<void> => {
    const tenantId = newId('tenant');
    const end = { moment, publication: randomInt(1, maxPublications + 1) };
    const { mongoUrl, natsUrl } = stores;
    const options: CommittingOptions = { mongoUrl, natsUrl, environment, tenantId, lanes, end };
    const signal = await startProgram('committing-worker', options, notes).ended;
    if (signal !== 'SIGKILL') unexpectedEnds += 1;
    swept += await OutboxModel.countDocuments({ tenantId, state: 'new' });
    await endGrace({ tenantId });
  };
  const crashOn = async (): Promise<void> => {
    while (next < rounds) {
      next += 1;
      await crashOne();
    }
  };
  try {
    await Promise.all(Array.from({ length: processes }, crashOn));
    // A commit that ran when its process died may have completed since.
    await endGrace();
    await untilSwept();
    return { unexpectedEnds, swept, ...(await compareEvents(stores, notes.read())) };
  } finally {
    await sweeper.stop();
    await stores.stop();
    notes.remove();
  }
}
