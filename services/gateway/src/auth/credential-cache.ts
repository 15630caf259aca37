import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** How long a verified credential is believed while changes of its records are heard of as they happen. */
export const maxLifeMs = 60_000;

/** … and while they are not: a revocation then works within two seconds all the same. */
const unwatchedLifeMs = 1000;

/** How long a credential counts as one that was verified here. */
const verifiedLifeMs = 24 * 3_600_000;

/** Stands for every tag. */
const everything = '*';

/** A verified credential, with the ids of all records that it hangs on. */
export interface Verified<Value> {
  value: Value;
  tags: readonly string[];
}

interface Entry<Value> extends Verified<Value> {
  filledAt: number;
}

/** Names a credential in a cache, so that no cache ever holds one. */
export function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64');
}

/**
 * Remembers verified credentials, so that a request costs one hash and one look-up here instead of signatures and
 * queries. What it remembers ends with its life, or at once when one of the records it hangs on changes.
 */
export class CredentialCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  /** Only credentials that were right get here, so nobody can push others out by guessing. */
  readonly #verified = new LRUCache<string, true>({ max: 50_000, ttl: verifiedLifeMs });
  readonly #digestsByTag = new Map<string, Set<string>>();
  readonly #filling = new Map<string, Promise<Value | null>>();
  readonly #isWatched: () => boolean;
  readonly #onFill: () => void;
  /** What each look-up under way has heard meanwhile. */
  readonly #heard = new Set<Set<string>>();

  /**
   * @param isWatched whether changes of the records are being heard of now
   * @param onFill called before each look-up of records, whose changes matter from then on
   */
  constructor(isWatched: () => boolean, onFill: () => void = () => undefined) {
    this.#isWatched = isWatched;
    this.#onFill = onFill;
    this.#entries = new LRUCache({ max: 50_000, dispose: (entry, digest) => this.#untag(entry, digest) });
  }

  /** What is remembered of a credential and may still be believed. */
  peek(digest: string): Value | undefined {
    const entry = this.#entries.get(digest);
    if (!entry) return undefined;
    const lifeMs = this.#isWatched() ? maxLifeMs : unwatchedLifeMs;
    return Date.now() - entry.filledAt <= lifeMs ? entry.value : undefined;
  }

  /**
   * Whether a credential was verified here in the last 24 hours. It may have ended since, and is looked up again; it is
   * no guess, so the limits of wrong credentials don't stop it.
   */
  wasVerified(digest: string): boolean {
    return this.#verified.has(digest);
  }

  /** Verifies a credential once for all requests that wait for it; null is not remembered. */
  fill(digest: string, verify: () => Promise<Verified<Value> | null>): Promise<Value | null> {
    const underWay = this.#filling.get(digest);
    if (underWay) return underWay;
    const filling = this.#fill(digest, verify).finally(() => this.#filling.delete(digest));
    this.#filling.set(digest, filling);
    return filling;
  }

  async #fill(digest: string, verify: () => Promise<Verified<Value> | null>): Promise<Value | null> {
    const heard = new Set<string>();
    this.#heard.add(heard);
    this.#onFill();
    const filledAt = Date.now();
    try {
      const verified = await verify();
      if (!verified) return null;
      this.#verified.set(digest, true);
      // A change that was heard of meanwhile may be one that the look-up was too early to see.
      const isCurrent = !heard.has(everything) && !verified.tags.some((tag) => heard.has(tag));
      if (isCurrent) this.#remember(digest, { ...verified, filledAt });
      return verified.value;
    } finally {
      this.#heard.delete(heard);
    }
  }

  /** Forgets every credential that hangs on a record. */
  purge(tag: string): void {
    for (const heard of this.#heard) heard.add(tag);
    for (const digest of this.#digestsByTag.get(tag) ?? []) this.#entries.delete(digest);
  }

  /** Forgets everything. */
  clear(): void {
    for (const heard of this.#heard) heard.add(everything);
    this.#entries.clear();
  }

  #remember(digest: string, entry: Entry<Value>): void {
    this.#entries.set(digest, entry);
    for (const tag of entry.tags) {
      const digests = this.#digestsByTag.get(tag) ?? new Set();
      this.#digestsByTag.set(tag, digests.add(digest));
    }
  }

  #untag({ tags }: Entry<Value>, digest: string): void {
    for (const tag of tags) {
      const digests = this.#digestsByTag.get(tag);
      digests?.delete(digest);
      if (digests?.size === 0) this.#digestsByTag.delete(tag);
    }
  }
}
