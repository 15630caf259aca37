import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';
import type { ResolveName } from '@pas/platform/names/shared-lookup';

/** The pause between two look-ups of all hosts, in milliseconds. */
const pauseMs = 3000;

/** The longest wait of the start for the first addresses, in milliseconds. */
const maxStartMs = 2000;

/** A host whose addresses are followed. */
export interface FollowedHost {
  readonly host: string;
  /** Called with the addresses after each successful look-up. */
  update: (ips: readonly string[]) => void;
}

export interface Follower {
  /** Resolves after the first look-up of all hosts, or after two seconds. */
  readonly started: Promise<unknown>;
  stop(): void;
}

/**
 * Looks up hosts periodically. A failed or empty look-up changes nothing, so an outage of the name servers removes no
 * replica.
 */
export function followAddresses(
  hosts: readonly FollowedHost[],
  { resolve, log }: { resolve: ResolveName; log: Logger },
): Follower {
  const failing = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const logFailure = (host: string, error: unknown): void => {
    if (!failing.has(host)) log.warn({ host, err: error }, 'a host of upstreams cannot be looked up');
    failing.add(host);
  };
  const lookUp = async ({ host, update }: FollowedHost): Promise<void> => {
    try {
      const ips = [...new Set((await resolve(host)).map(({ address }) => address))];
      if (ips.length === 0) throw new Error('the host has no address');
      failing.delete(host);
      if (!isStopped) update(ips);
    } catch (error) {
      logFailure(host, error);
    }
  };
  const lookUpAll = async (): Promise<void> => {
    for (const host of hosts) await lookUp(host);
    if (!isStopped) timer = setTimeout(() => void lookUpAll(), pauseMs).unref();
  };

  const first = hosts.length === 0 ? Promise.resolve() : lookUpAll();
  return {
    started: Promise.race([first, pause(maxStartMs, undefined, { ref: false })]),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
