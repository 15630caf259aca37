import type { Logger } from '@pas/platform/log/logger';
import { createReadinessProbe, type Answer } from './ask-readiness.ts';
import type { Replica } from './replica.ts';

/** With the second that a replica has to answer, one that freezes under requests is left out within three seconds. */
const everyMs = 1900;
/** As long as one is away, so that it is soon used again. */
const unreadyEveryMs = 1000;
/** While there are no requests. `/readyz` is true within five seconds all the same, and the next request ends the rest. */
const restMs = 3900;
/** However many signs there are, nobody is asked more often. */
const hurryEveryMs = 250;

/** A busy replica that goes on answering requests is late with its health, and not frozen. */
const isAlive = (answer: Answer, hasAnswered: boolean): boolean =>
  answer === 'ready' || (answer === 'silent' && hasAnswered);

/** The watch over all replicas. */
export interface ReadinessPoll {
  /** Asks soon, since a replica has come. */
  hurry(): void;
  stop(): void;
}

/** The watch over one replica. */
interface Watch {
  ask(): Promise<void>;
  close(): void;
}

function watchReplica(replica: Replica, log: Logger): Watch {
  let wasReady = replica.isReady;
  const probe = createReadinessProbe(
    replica.url,
    () => {
      if (replica.isReady) replica.hurry();
    },
    replica.ip,
  );
  return {
    async ask() {
      const answersBefore = replica.answers;
      const answer = await probe.ask();
      if (answer !== 'silent' && answer !== 'gone') replica.heardAt = performance.now();
      const isReady = isAlive(answer, replica.answers > answersBefore);
      replica.isReady = isReady;
      replica.isLeaving = answer === 'leaving';
      replica.isWithoutStore = answer === 'without store';
      // A service that comes back may have other keys, or the right time.
      if (isReady && !wasReady) replica.refusesUntil = 0;
      if (wasReady !== isReady) log.info({ replica: replica.name, isReady, answer }, 'a replica changed');
      wasReady = isReady;
    },
    close: () => probe.close(),
  };
}

/** Ends the watch over replicas that have gone, and begins that over those that have come. */
function adjust(
  watches: Map<Replica, Watch>,
  replicas: readonly Replica[],
  { hurry, log }: { hurry: () => void; log: Logger },
): void {
  for (const [replica, watch] of watches) {
    if (replicas.includes(replica)) continue;
    watch.close();
    watches.delete(replica);
  }
  for (const replica of replicas) {
    if (watches.has(replica)) continue;
    replica.hurry = hurry;
    watches.set(replica, watchReplica(replica, log));
  }
}

function intervalMs(replicas: readonly Replica[], hasRequests: boolean): number {
  if (replicas.some(({ isReady }) => !isReady)) return unreadyEveryMs;
  return hasRequests ? everyMs : restMs;
}

const countSent = (replicas: readonly Replica[]): number => replicas.reduce((sum, { sent }) => sum + sent, 0);

/**
 * Asks the replicas again and again whether they are ready, until it is told to stop: all in one go, since to wake a
 * process costs more than to ask. They are asked at once when a connection ends, when an answer tells that its replica
 * is leaving, when one can't be reached, and when requests come again after a rest.
 *
 * @param list gives the replicas that there are; those that come and go are watched from the next turn on
 */
export function pollReadiness(list: () => readonly Replica[], log: Logger): ReadinessPoll {
  const watches = new Map<Replica, Watch>();
  let state: 'waiting' | 'asking' | 'stopped' = 'waiting';
  let isHurried = false;
  let askedAt = -Infinity;
  let sentBefore = 0;
  let timer: NodeJS.Timeout | undefined;

  const askIn = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), Math.max(0, ms)).unref();
  };
  const planNext = (): number => {
    const replicas = list();
    const sent = countSent(replicas);
    const ms = intervalMs(replicas, sent !== sentBefore);
    sentBefore = sent;
    for (const replica of replicas) replica.isResting = ms === restMs;
    return isHurried ? hurryEveryMs : ms;
  };
  const ask = async (): Promise<void> => {
    state = 'asking';
    isHurried = false;
    askedAt = performance.now();
    adjust(watches, list(), { hurry, log });
    await Promise.all([...watches.values()].map((watch) => watch.ask()));
    if (state !== 'asking') return;
    state = 'waiting';
    askIn(planNext());
  };
  const hurry = (): void => {
    if (isHurried) return;
    isHurried = true;
    if (state === 'waiting') askIn(askedAt + hurryEveryMs - performance.now());
  };

  void ask();
  return {
    hurry,
    stop() {
      state = 'stopped';
      clearTimeout(timer);
      for (const watch of watches.values()) watch.close();
    },
  };
}
