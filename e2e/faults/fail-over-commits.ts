import { newId } from '@pas/shared/ids/id';
import { prepareOwnNats } from '@pas/testing/own-nats';
import { waitUntil } from '@pas/testing/wait-until';
import {
  compareEvents,
  endGrace,
  environment,
  openEventStores,
  untilSwept,
  type EventFindings,
} from './event-stores.ts';
import type { CommittingOptions } from './programs/committing-worker.ts';
import { startReplicaTrio } from './replica-trio.ts';
import { openNotes, startProgram } from './start-program.ts';

export interface FailoverFindings extends EventFindings {
  /** Time without a primary in each round, in milliseconds. */
  gapsMs: number[];
}

const [committers, lanes] = [2, 6];

/** Commits between two failovers. */
const commitsPerRound = 150;

/** Repeatedly kills the primary of three while processes commit, publish and sweep. Compares the events afterwards. */
export async function failOverCommits(rounds: number): Promise<FailoverFindings> {
  const [trio, nats] = await Promise.all([startReplicaTrio(), prepareOwnNats()]);
  await nats.start();
  const stop = async (): Promise<void> => void (await Promise.all([trio.stop(), nats.wipe()]));
  const stores = await openEventStores({ mongoUrl: trio.url, natsUrl: nats.url, stop });
  const notes = openNotes();
  const { mongoUrl, natsUrl } = stores;
  const start = () => {
    const options: CommittingOptions = {
      mongoUrl,
      natsUrl,
      environment,
      tenantId: newId('tenant'),
      lanes,
      end: null,
    };
    return startProgram('committing-worker', options, notes);
  };
  const sweeper = startProgram('sweeping-worker', { mongoUrl, natsUrl, environment });
  const programs = Array.from({ length: committers }, start);
  const untilMore = async (): Promise<void> => {
    const goal = notes.read().length + commitsPerRound;
    const what = 'commits to continue';
    await waitUntil(() => notes.read().length >= goal, { what, everyMs: 50 });
  };
  const gapsMs: number[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await untilMore();
      gapsMs.push(await trio.failOver());
    }
    await untilMore();
    await Promise.all(programs.map((program) => program.kill()));
    await endGrace();
    await untilSwept();
    return { gapsMs, ...(await compareEvents(stores, notes.read())) };
  } finally {
    await Promise.all([sweeper, ...programs].map((program) => program.kill()));
    await stores.stop();
    notes.remove();
  }
}
