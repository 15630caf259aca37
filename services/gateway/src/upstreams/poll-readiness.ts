import type { Logger } from '@pas/shared/log/logger';
import type { Replica } from './replica.ts';

const intervalMs = 1000;
/** A replica's own checks give up after two seconds. */
const timeoutMs = 2500;

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Asks each replica every second whether it is ready, until it is told to stop. */
export function pollReadiness(replicas: readonly Replica[], log: Logger): () => void {
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();

  const poll = async (replica: Replica): Promise<void> => {
    const wasReady = replica.isReady;
    replica.isReady = await isReady(replica.url);
    if (isStopped) return;
    if (wasReady !== replica.isReady) {
      log.info({ replica: replica.url, isReady: replica.isReady }, 'a replica changed');
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      void poll(replica);
    }, intervalMs).unref();
    timers.add(timer);
  };

  for (const replica of replicas) void poll(replica);
  return () => {
    isStopped = true;
    for (const timer of timers) clearTimeout(timer);
  };
}
