import { hash } from 'node:crypto';
import { unavailable } from '@pas/shared/errors/raise';
import { LRUCache } from 'lru-cache';

/** Lifetime of an entry while a change stream reports changes of its records, in milliseconds. */
export const maxLifeMs = 60_000;

/** Lifetime of an entry while no change stream reports changes. It keeps the delay of a revocation under two seconds. */
const unwatchedLifeMs = 1000;

/** The interval at which expired entries are removed, in milliseconds. A renewed access token never returns. */
const purgeEveryMs = 30_000;

/** The maximum number of look-ups of a credential whose records change meanwhile. */
const maxTries = 3;

/** The time for which a credential counts as verified here, in milliseconds. */
const verifiedLifeMs = 24 * 3_600_000;

/** The tag that stands for all tags. */
const everything = '*';

/** A verified credential, with the ids of all records that it depends on. */
export interface VerifiedCredential<Value> {
  value: Value;
  tags: readonly string[];
  /** True for a value that is returned once and not cached. */
  isTransient?: boolean;
}

interface Entry<Value> extends VerifiedCredential<Value> {
  filledAt: number;
}

/** Returns the name of a credential in a cache. No cache holds the credential itself. */
export function digestOf(credential: string): string {
  return hash('sha256', credential, 'base64');
}

/**
 * Remembers verified credentials, so that a request costs one hash and one look-up instead of signatures and queries.
 * An entry ends with the life of the credential, or immediately when one of its records changes.
 */
export class CredentialCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>;
  /** Only valid credentials are stored, so guessing cannot evict other entries. */
  readonly #verified = new LRUCache<string, true>({ max: 50_000, ttl: verifiedLifeMs });
  readonly #digestsByTag = new Map<string, Set<string>>();
  readonly #filling = new Map<string, Promise<Value | null>>();
  readonly #isWatched: () => boolean;
  readonly #onFill: () => void;
  #purgeAt = 0;
  /** The changes reported during each running look-up. */
  readonly #heard = new Set<Set<string>>();

  /**
   * @param isWatched whether a change stream reports changes of the records now
   * @param onFill called before each look-up of records, whose changes matter from then on
   */
  constructor(isWatched: () => boolean, onFill: () => void = () => undefined) {
    this.#isWatched = isWatched;
    this.#onFill = onFill;
    this.#entries = new LRUCache({
      max: 50_000,
      ttl: maxLifeMs,
      dispose: (entry, digest) => this.#untag(entry, digest),
    });
  }

  /** Returns the value of a credential that is still trusted; undefined for any other. */
  peek(digest: string): Value | undefined {
    const entry = this.#entries.get(digest);
    if (!entry) return undefined;
    const lifeMs = this.#isWatched() ? maxLifeMs : unwatchedLifeMs;
    return performance.now() - entry.filledAt <= lifeMs ? entry.value : undefined;
  }

  /**
   * Whether a credential was verified here in the last 24 hours. The credential may have ended since, so it is looked
   * up again. It is no guess, so the limits of wrong credentials do not stop it.
   */
  wasVerified(digest: string): boolean {
    return this.#verified.has(digest);
  }

  /**
   * Verifies a credential once for all requests that wait for it. A null result is not cached. A look-up may
   * be too early to see a change of its records that is reported meanwhile. It is then repeated.
   *
   * @throws unavailable when its records change too often
   */
  fill(digest: string, verify: () => Promise<VerifiedCredential<Value> | null>): Promise<Value | null> {
    const underWay = this.#filling.get(digest);
    if (underWay) return underWay;
    const filling = this.#fill(digest, verify).finally(() => this.#filling.delete(digest));
    this.#filling.set(digest, filling);
    return filling;
  }

  async #fill(
    digest: string,
    verify: () => Promise<VerifiedCredential<Value> | null>,
  ): Promise<Value | null> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const filledAt = performance.now();
      const { verified, isOutdated } = await this.#lookUp(verify);
      if (!verified) return null;
      if (isOutdated) continue;
      this.#verified.set(digest, true);
      if (!verified.isTransient) this.#remember(digest, { ...verified, filledAt });
      return verified.value;
    }
    throw unavailable('The credential is changing at the moment. Try again.', 'overloaded', 1);
  }

  /** Verifies a credential. The result is outdated if a change of its records was reported meanwhile. */
  async #lookUp(verify: () => Promise<VerifiedCredential<Value> | null>) {
    const heard = new Set<string>();
    this.#heard.add(heard);
    this.#onFill();
    try {
      const verified = await verify();
      const isOutdated = heard.has(everything) || verified?.tags.some((tag) => heard.has(tag)) === true;
      return { verified, isOutdated };
    } finally {
      this.#heard.delete(heard);
    }
  }

  /** Drops every credential that depends on a record. */
  purge(tag: string): void {
    for (const heard of this.#heard) heard.add(tag);
    for (const digest of this.#digestsByTag.get(tag) ?? []) this.#entries.delete(digest);
  }

  /** Drops all entries. */
  clear(): void {
    for (const heard of this.#heard) heard.add(everything);
    this.#entries.clear();
  }

  #remember(digest: string, entry: Entry<Value>): void {
    const now = performance.now();
    if (now >= this.#purgeAt) {
      this.#entries.purgeStale();
      this.#purgeAt = now + purgeEveryMs;
    }
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
