import type { RateBucketRow } from '@pas/shared/models/rate-bucket';

/** A window has this many slots. One more is kept, which the window has partly left. */
export const slotsPerWindow = 20;

/** Of the slot that the window is leaving, this share of the limit is taken as gone, and one token of any limit. */
const leavingShare = 0.05;

/** The count of one bucket: the tokens that were used, by slot, and the tokens that gateways hold. */
export type Bucket = Pick<RateBucketRow, 'slot' | 'used' | 'leases'>;

/** How many requests a window takes. */
export interface Rate {
  limit: number;
  windowMs: number;
}

/** What one holder tells a bucket, and what it asks for. */
export interface LeaseCall extends Rate {
  holder: string;
  /** Tokens used out of the lease since the last call. */
  used: number;
  /** How long ago the last of them was used, in milliseconds. */
  usedAgoMs: number;
  /** Requests admitted without a lease since the last call, because the store was unavailable. */
  unleased: number;
  /** Tokens of the lease that the holder keeps; the others of it go back. */
  keep: number;
  /** Requests that wait for a token of their own. They come first. */
  waiting: number;
  /** Tokens for requests that may follow. */
  want: number;
}

/** What a bucket answers. */
export interface Grant {
  /** How many of the waiting requests are admitted. */
  admitted: number;
  /** Tokens that the holder may use until the end of its lease, beside those it keeps. */
  leased: number;
  /** Tokens that are left to everybody; below zero after a limit was lowered. */
  left: number;
  /** When the bucket answered, in milliseconds since the epoch, by the clock of the store. */
  atMs: number;
}

/** How long a lease lives, in milliseconds: what a killed gateway holds is counted as used after that. */
export const leaseMs = ({ windowMs }: Pick<Rate, 'windowMs'>): number => Math.min(windowMs / 10, 10_000);

export const slotMsOf = ({ windowMs }: Pick<Rate, 'windowMs'>): number => windowMs / slotsPerWindow;

/** How many tokens of the leaving slot are taken as gone: by so much a window can exceed its limit. */
export const leavingTokens = ({ limit }: Pick<Rate, 'limit'>): number => Math.max(limit * leavingShare, 1);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const noBucket: Bucket = { slot: 0, used: [], leases: [] };

/** A number of tokens that were used at some moment, in milliseconds since the epoch. */
interface Use {
  atMs: number;
  tokens: number;
}

/** Moves the slots on to a moment. The clock of the store may step back in a failover; the slots stay then. */
function advance({ slot, used }: Bucket, rate: Rate, nowMs: number): { slot: number; used: number[] } {
  const current = Math.max(Math.floor(nowMs / slotMsOf(rate)), slot);
  const passed = Math.min(current - slot, slotsPerWindow + 1);
  const kept = Array.from({ length: slotsPerWindow + 1 }, (_, age) => used[age - passed] ?? 0);
  return { slot: current, used: kept };
}

/**
 * The tokens of the window that ends now. Of the slot that the window is leaving, up to `leavingTokens` are taken as gone:
 * so a request is out of the count after one window at most, and a steady load needs no gap between two slots.
 */
function countUsed({ used }: Pick<Bucket, 'used'>, rate: Rate): number {
  const leaving = used[slotsPerWindow] ?? 0;
  return sum(used.slice(0, slotsPerWindow)) + Math.max(leaving - leavingTokens(rate), 0);
}

/**
 * Books a call: the pure form of `bookPipeline`, which MongoDB executes.
 *
 * Every request is within the count from the moment of its admission: as a token that is leased, then as one that is
 * used, at a moment that is never before its own. So no window of any length of time takes more than
 * `limit + leavingTokens`, whatever the clocks of gateways say, however many there are, and whenever they end.
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
  // Without the lease another call has found it at its end and counted all of it as used.
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
  // Never more than half of the rest: near the limit, tokens that lie idle at one gateway are missing at the others.
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
 * When a used token leaves the window, so that there is one more, in milliseconds from a moment on; 0 where there is one
 * now. Leases of others, which may come back at any time, are taken as used.
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
 * When the oldest requests of the window begin to leave it, in milliseconds from a moment on; a whole window without
 * requests.
 */
export function msUntilNextLeaves({ slot, used }: Bucket, rate: Rate, nowMs: number): number {
  const oldest = used.findLastIndex((tokens) => tokens > 0);
  if (oldest === -1) return rate.windowMs;
  const ahead = Math.max(slotsPerWindow - oldest, 1);
  return (slot + ahead) * slotMsOf(rate) - nowMs;
}
