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
  /** Processes that live at the same time. */
  processes: number;
}

export interface CrashFindings extends EventFindings {
  /** Rounds that ended otherwise than by their own signal. */
  unexpectedEnds: number;
  /** Events that their own process left to the sweeper. */
  swept: number;
}

/** Commits that are under way in a process at the same time, and how many publications it lives at most. */
const [lanes, maxPublications] = [5, 12];

/**
 * Has processes commit and publish, each of which kills itself at a moment of its own, while a sweeper publishes what
 * they leave; then compares rows, events and promises.
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
    // A commit that was under way when its process died may be done since.
    await endGrace();
    await untilSwept();
    return { unexpectedEnds, swept, ...(await compareEvents(stores, notes.read())) };
  } finally {
    await sweeper.stop();
    await stores.stop();
    notes.remove();
  }
}
