import { lookup } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@pas/platform/log/logger';

/** How long after one look-up of all hosts the next one begins, in milliseconds. */
const everyMs = 3000;

/** How long the start waits for the first addresses, in milliseconds. */
const firstMs = 2000;

/** Finds the IP addresses of a host. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Asks as the machine is configured: its hosts file, its name servers, its search domains. */
export const resolveHost: ResolveHost = async (host) => {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
};

/** A host whose addresses are followed. */
export interface FollowedHost {
  readonly host: string;
  /** Takes the addresses after each look-up that found any. */
  update: (ips: readonly string[]) => void;
}

export interface Follower {
  /** Resolves after the first look-up of all hosts, or after two seconds. */
  readonly started: Promise<unknown>;
  stop(): void;
}

/**
 * Looks up hosts again and again. A look-up that fails or finds nothing changes nothing: an outage of the name servers ends
 * no replica.
 *
 * The hosts are looked up one after the other. A look-up that hangs occupies a thread of the pool in which signatures are
 * verified too, so there is never more than one.
 */
export function followAddresses(
  hosts: readonly FollowedHost[],
  { resolve, log }: { resolve: ResolveHost; log: Logger },
): Follower {
  const failing = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const noteFailure = (host: string, error: unknown): void => {
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
      noteFailure(host, error);
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
