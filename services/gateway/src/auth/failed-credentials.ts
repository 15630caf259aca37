import { rateLimited } from '@pas/platform/errors/raise';
import { networkOf } from '@pas/platform/http/network-of';
import { LRUCache } from 'lru-cache';

/** Failures after which one key id is blocked from one address. */
const maxOfKey = 20;

/** Failures after which every credential from one address is blocked. */
const maxOfAddress = 300;

const windowMs = 600_000;

/** The most addresses, and pairs of address and key id, that are counted. The least recently used are dropped first. */
const maxCounted = 50_000;

/** The counts of wrong credentials in Authorization, by address and by key id. */
export interface FailedCredentials {
  /**
   * @param keyId the public id of a well-formed API key
   * @throws rate_limited for an address, or for a key id from this address, with too many failures
   */
  requireOpen(address: string, keyId?: string): void;
  /** @returns a function that removes the failure again. It serves attempts that are counted before verification */
  count(address: string, keyId?: string): () => void;
}

const nothing = (): void => undefined;

/** Counts nothing. Used for paths with an optional credential, and for kinds of caller without a limit of failures. */
export const uncounted: FailedCredentials = {
  requireOpen: nothing,
  count: () => nothing,
};

/**
 * Counts a wrong credential against its address and refuses it.
 *
 * @throws the fault; rate_limited instead for an address that has sent too many
 */
export function refuseCounted(failures: FailedCredentials, address: string, fault: Error): never {
  failures.requireOpen(address);
  failures.count(address);
  throw fault;
}

interface Window {
  failures: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/** Counts in fixed windows, which begin with the first failure. */
function createCounter(maxFailures: number) {
  const windows = new LRUCache<string, Window>({ max: maxCounted });
  const open = (name: string): Window | undefined => {
    const window = windows.get(name);
    return window !== undefined && window.endsAt > Date.now() ? window : undefined;
  };
  return {
    /** Milliseconds until the name is no longer blocked; 0 if it is not. */
    blockedMs(name: string): number {
      const window = open(name);
      return window !== undefined && window.failures >= maxFailures ? window.endsAt - Date.now() : 0;
    },
    count(name: string): Window {
      const window = open(name) ?? { failures: 0, endsAt: Date.now() + windowMs };
      window.failures += 1;
      windows.set(name, window);
      return window;
    },
  };
}

const pairOf = (network: string, keyId: string): string => `${network} ${keyId}`;

/**
 * Limits wrong credentials in ten minutes: 20 for each pair of address and key id, 300 for each address. A blocked
 * attempt is not counted. So a program that repeats one wrong key never blocks the other clients of its address.
 */
export function limitFailedCredentials(): FailedCredentials {
  const [ofAddress, ofKey] = [createCounter(maxOfAddress), createCounter(maxOfKey)];
  return {
    requireOpen(address, keyId) {
      const network = networkOf(address);
      const addressMs = ofAddress.blockedMs(network);
      if (addressMs > 0) {
        const message = 'Too many wrong credentials came from this address. Check the credential, then wait.';
        throw rateLimited(message, addressMs / 1000);
      }
      const keyMs = keyId === undefined ? 0 : ofKey.blockedMs(pairOf(network, keyId));
      if (keyMs > 0) {
        const message =
          'Too many wrong secrets for this API key came from this address. Check the key, then wait.';
        throw rateLimited(message, keyMs / 1000);
      }
    },
    count(address, keyId) {
      const network = networkOf(address);
      const pair = keyId === undefined ? null : pairOf(network, keyId);
      // Attempts that were running when the block began.
      if (pair !== null && ofKey.blockedMs(pair) > 0) return nothing;
      const counted = [ofAddress.count(network), ...(pair === null ? [] : [ofKey.count(pair)])];
      return () => {
        for (const window of counted) window.failures -= 1;
      };
    },
  };
}
