import { lookup } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';

/** The pause between two look-ups of all hosts, in milliseconds. */
const everyMs = 3000;

/** The longest wait of the start for the first addresses, in milliseconds. */
const firstMs = 2000;

/** Resolves the IP addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Resolves as the machine is configured: hosts file, name servers, search domains. */
export const resolveHost: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
};

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
 *
 * The hosts are looked up one after the other. A hanging look-up occupies a thread of the pool that also verifies
 * signatures, so only one runs at a time.
 */
export function followAddresses(
  hosts: readonly FollowedHost[],
  { resolve, log }: { resolve: ResolveHost; log: Logger },
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
      const ips = await resolve(host);
      if (ips.length === 0) throw new Error('the host has no address');
      failing.delete(host);
      if (!isStopped) update(ips);
    } catch (error) {
      logFailure(host, error);
    }
  };
  const lookUpAll = async (): Promise<void> => {
    for (const host of hosts) await lookUp(host);
    if (!isStopped) timer = setTimeout(() => void lookUpAll(), everyMs).unref();
  };

  const first = hosts.length === 0 ? Promise.resolve() : lookUpAll();
  return {
    started: Promise.race([first, pause(firstMs, undefined, { ref: false })]),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
