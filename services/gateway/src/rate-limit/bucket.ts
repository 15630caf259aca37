import type { RateBucketRow } from '@pas/shared/models/rate-bucket';

/** The slots of a window. One more is stored, which the window has partly left. */
export const slotsPerWindow = 20;

/** The share of the limit that is forgiven in the slot that the window is leaving. It is at least one token. */
const leavingShare = 0.05;

/** The count of one bucket: the tokens that were used, by slot, and the tokens that gateways hold. */
export type Bucket = Pick<RateBucketRow, 'slot' | 'used' | 'leases'>;

/** How many requests a window takes. */
export interface Rate {
  limit: number;
  windowMs: number;
}

/** The report and the request of one holder to a bucket. */
export interface LeaseCall extends Rate {
  holder: string;
  /** Tokens used out of the lease since the last call. */
  used: number;
  /** How long ago the last of them was used, in milliseconds. */
  usedAgoMs: number;
  /** Requests admitted without a lease since the last call, because the store was unavailable. */
  unleased: number;
  /** Tokens of the lease that the holder keeps. It returns the others. */
  keep: number;
  /** Requests that wait for a token of their own. They come first. */
  waiting: number;
  /** Tokens for requests that may follow. */
  want: number;
}

/** The answer of a bucket. */
export interface Grant {
  /** How many of the waiting requests are admitted. */
  admitted: number;
  /** Further tokens that the holder may use until the end of its lease. */
  leased: number;
  /** Tokens left for all holders; below zero after a limit was lowered. */
  left: number;
  /** When the bucket answered, in milliseconds since the epoch, by the clock of the store. */
  atMs: number;
}

/** The life of a lease, in milliseconds. After it, the tokens of a killed gateway count as used. */
export const leaseMs = ({ windowMs }: Pick<Rate, 'windowMs'>): number => Math.min(windowMs / 10, 10_000);

export const slotMsOf = ({ windowMs }: Pick<Rate, 'windowMs'>): number => windowMs / slotsPerWindow;

/** The tokens that are forgiven in the leaving slot. A window can exceed its limit by this number. */
export const leavingTokens = ({ limit }: Pick<Rate, 'limit'>): number => Math.max(limit * leavingShare, 1);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const noBucket: Bucket = { slot: 0, used: [], leases: [] };

/** Tokens that were used at one time, in milliseconds since the epoch. */
interface Use {
  atMs: number;
  tokens: number;
}

/** Moves the slots forward to a time. The clock of the database may step back in a failover; the slots then stay. */
function advance({ slot, used }: Bucket, rate: Rate, nowMs: number): { slot: number; used: number[] } {
  const current = Math.max(Math.floor(nowMs / slotMsOf(rate)), slot);
  const passed = Math.min(current - slot, slotsPerWindow + 1);
  const kept = Array.from({ length: slotsPerWindow + 1 }, (_, age) => used[age - passed] ?? 0);
  return { slot: current, used: kept };
}

/**
 * Counts the tokens of the window that ends now. Up to `leavingTokens` of the slot that the window is leaving are
 * forgiven. So a request leaves the count after one window at most, and a steady load needs no gap between slots.
 */
function countUsed({ used }: Pick<Bucket, 'used'>, rate: Rate): number {
  const leaving = used[slotsPerWindow] ?? 0;
  return sum(used.slice(0, slotsPerWindow)) + Math.max(leaving - leavingTokens(rate), 0);
}

/**
 * Books a call: the pure form of `bookPipeline`, which MongoDB executes.
 *
 * Every request counts from its admission on: first as a leased token, then as a used one. The recorded time of use is
 * never before the actual one. So no window admits more than `limit + leavingTokens`. This holds for any number of
 * gateways, clocks and crashes.
 */
export function bookCall(
  bucket: Bucket | null,
  call: LeaseCall,
  nowMs: number,
): { bucket: Bucket; grant: Grant } {
  const slotMs = slotMsOf(call);
  const { slot, used } = advance(bucket ?? noBucket, call, nowMs);
  const leases = bucket?.leases ?? [];
  const own = leases.find(({ holder }) => holder === call.holder);
  const others = leases.filter(({ holder }) => holder !== call.holder);
  const live = others.filter(({ until }) => until.getTime() > nowMs);
  const uses: Use[] = others
    .filter(({ until }) => until.getTime() <= nowMs)
    .map(({ until, tokens }) => ({ atMs: until.getTime(), tokens }));
  // If the lease is missing, another call has ended it and counted all of its tokens as used.
  uses.push({ atMs: nowMs - call.usedAgoMs, tokens: own ? call.used : 0 });
  uses.push({ atMs: nowMs, tokens: call.unleased });
  for (const { atMs, tokens } of uses) {
    const age = Math.max(slot - Math.floor(atMs / slotMs), 0);
    if (age <= slotsPerWindow) used[age] = (used[age] ?? 0) + tokens;
  }
  const keep = own ? call.keep : 0;
  const held = sum(live.map(({ tokens }) => tokens)) + keep;
  const free = Math.floor(call.limit - countUsed({ used }, call) - held);
  const admitted = Math.max(Math.min(free, call.waiting), 0);
  // At most half of the rest. Near the limit, idle tokens of one gateway are missing at the others.
  const leased = Math.max(Math.min(Math.floor((free - admitted) / 2), call.want), 0);
  used[0] = (used[0] ?? 0) + admitted;
  const until = new Date(nowMs + leaseMs(call));
  const mine = keep + leased > 0 ? [{ holder: call.holder, tokens: keep + leased, until }] : [];
  return {
    bucket: { slot, used, leases: [...live, ...mine] },
    grant: { admitted, leased, left: free - admitted - leased, atMs: nowMs },
  };
}

/**
 * Computes the milliseconds from a time until a token is free; 0 if one is free already. Leases count as used, although
 * other gateways may return theirs at any time.
 */
export function msUntilFree(bucket: Bucket, rate: Rate, nowMs: number): number {
  const slotMs = slotMsOf(rate);
  const held = sum(bucket.leases.map(({ tokens }) => tokens));
  const isFree = (atMs: number): boolean =>
    rate.limit - countUsed(advance(bucket, rate, atMs), rate) - held >= 1;
  if (isFree(nowMs)) return 0;
  const slotEnds = Array.from(
    { length: slotsPerWindow + 1 },
    (_, ahead) => (bucket.slot + 1 + ahead) * slotMs - nowMs,
  );
  return slotEnds.find((ms) => isFree(nowMs + ms)) ?? rate.windowMs;
}

/**
 * Computes the milliseconds from a time until the oldest requests begin to leave the window. The result is a whole
 * window if there are no requests.
 */
export function msUntilNextLeaves({ slot, used }: Bucket, rate: Rate, nowMs: number): number {
  const oldest = used.findLastIndex((tokens) => tokens > 0);
  if (oldest === -1) return rate.windowMs;
  const ahead = Math.max(slotsPerWindow - oldest, 1);
  return (slot + ahead) * slotMsOf(rate) - nowMs;
}
