/** A key by which requests are counted. */
export interface UsedKey {
  id: string;
  /** Null for the platform's own keys. */
  tenantId: string | null;
}

/** Where a request comes from. */
export interface UseSource {
  address: string;
  userAgent: string | null;
}

/** The requests with one key in one hour that are not written yet. */
export interface KeyTally {
  key: UsedKey;
  /** The start of the hour, in milliseconds since 1970. */
  hourMs: number;
  requests: number;
  denied: number;
  limited: number;
  /** The last request of the tally; null if only answers were counted since the last write. */
  last: (UseSource & { atMs: number }) | null;
}

const spanMs = 3_600_000;

const hourOf = (nowMs: number): number => nowMs - (nowMs % spanMs);

/** The tallies of an hour, by the key's id. */
type HourTallies = Map<string, KeyTally>;

/** Counts requests by key and hour in memory. There is one tally for each key and hour in which it was used. */
export class KeyTallies {
  #hours = new Map<number, HourTallies>();

  #tallyOf(key: UsedKey, hourMs: number): KeyTally {
    let tallies = this.#hours.get(hourMs);
    if (!tallies) {
      tallies = new Map();
      this.#hours.set(hourMs, tallies);
    }
    let tally = tallies.get(key.id);
    if (!tally) {
      tally = { key, hourMs, requests: 0, denied: 0, limited: 0, last: null };
      tallies.set(key.id, tally);
    }
    return tally;
  }

  /** Counts a request when it arrives. */
  addRequest(key: UsedKey, { address, userAgent }: UseSource, nowMs: number): void {
    const tally = this.#tallyOf(key, hourOf(nowMs));
    tally.requests += 1;
    tally.last = { address, userAgent, atMs: nowMs };
  }

  /** Counts the answer of a request that arrived at `arrivedMs`; only 403 and 429 matter. */
  addAnswer(key: UsedKey, status: number, arrivedMs: number): void {
    if (status === 403) this.#tallyOf(key, hourOf(arrivedMs)).denied += 1;
    if (status === 429) this.#tallyOf(key, hourOf(arrivedMs)).limited += 1;
  }

  /** Removes and returns all tallies. */
  take(): KeyTally[] {
    const taken = [...this.#hours.values()].flatMap((tallies) => [...tallies.values()]);
    this.#hours = new Map();
    return taken;
  }

  /** Adds tallies again that could not be written. */
  putBack(tallies: readonly KeyTally[]): void {
    for (const { key, hourMs, ...counts } of tallies) {
      const tally = this.#tallyOf(key, hourMs);
      tally.requests += counts.requests;
      tally.denied += counts.denied;
      tally.limited += counts.limited;
      tally.last ??= counts.last;
    }
  }
}
