import type { Logger } from '@pas/platform/log/logger';
import { createReadinessProbe, type Answer } from './ask-readiness.ts';
import type { Replica } from './replica.ts';

/** The interval under load. With the second for an answer, a frozen replica gets no requests after three seconds. */
const everyMs = 1900;
/** The interval while a replica is unready, so that it is soon used again. */
const unreadyEveryMs = 1000;
/**
 * The interval without requests. `/readyz` is still correct within five seconds, and the next request ends the rest.
 */
const restMs = 3900;
/** The shortest interval, for any number of signs. */
const hurryEveryMs = 250;

/** Whether a replica works. A busy one that keeps answering requests is late with its health, not frozen. */
const isAlive = (answer: Answer, hasAnswered: boolean): boolean =>
  answer === 'ready' || (answer === 'silent' && hasAnswered);

/** The watch over all replicas. */
export interface ReadinessPoll {
  /** Asks soon, because a replica was added. */
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
    replica.lookup,
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
      // A restarted service may have other keys, or a corrected clock.
      if (isReady && !wasReady) replica.refusesUntil = 0;
      if (wasReady !== isReady) log.info({ replica: replica.name, isReady, answer }, 'a replica changed');
      wasReady = isReady;
    },
    close: () => probe.close(),
  };
}

/** Ends the watch over removed replicas, and starts it for added ones. */
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
 * Polls the readiness of the replicas. All are asked together, because waking the process costs more than asking.
 *
 * An early poll follows when a connection ends, a replica announces its end, or a connection fails. The first request
 * after a rest also causes one.
 *
 * @param list returns the current replicas; changes take effect at the next poll
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
