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

/** The watch over one replica. */
interface Watch {
  ask(): Promise<void>;
  close(): void;
}

function watchReplica(replica: Replica, log: Logger): Watch {
  let wasReady = replica.isReady;
  const probe = createReadinessProbe(replica.url, () => {
    if (replica.isReady) replica.hurry();
  });
  return {
    async ask() {
      const answersBefore = replica.answers;
      const answer = await probe.ask();
      if (answer !== 'silent' && answer !== 'gone') replica.heardAt = performance.now();
      const isReady = isAlive(answer, replica.answers > answersBefore);
      replica.isReady = isReady;
      replica.isLeaving = answer === 'leaving';
      // A service that comes back may have other keys, or the right time.
      if (isReady && !wasReady) replica.refusesUntil = 0;
      if (wasReady !== isReady) log.info({ replica: replica.url, isReady, answer }, 'a replica changed');
      wasReady = isReady;
    },
    close: () => probe.close(),
  };
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
 */
export function pollReadiness(replicas: readonly Replica[], log: Logger): () => void {
  const watches = replicas.map((replica) => watchReplica(replica, log));
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
    const sent = countSent(replicas);
    const ms = intervalMs(replicas, sent > sentBefore);
    sentBefore = sent;
    for (const replica of replicas) replica.isResting = ms === restMs;
    return isHurried ? hurryEveryMs : ms;
  };
  const ask = async (): Promise<void> => {
    state = 'asking';
    isHurried = false;
    askedAt = performance.now();
    await Promise.all(watches.map((watch) => watch.ask()));
    if (state !== 'asking') return;
    state = 'waiting';
    askIn(planNext());
  };
  const hurry = (): void => {
    if (isHurried) return;
    isHurried = true;
    if (state === 'waiting') askIn(askedAt + hurryEveryMs - performance.now());
  };

  for (const replica of replicas) replica.hurry = hurry;
  void ask();
  return () => {
    state = 'stopped';
    clearTimeout(timer);
    for (const watch of watches) watch.close();
  };
}
