import type { mongo } from 'mongoose';
import { leaseMs, leavingTokens, slotMsOf, slotsPerWindow, type LeaseCall } from './bucket.ts';

type Expression = mongo.Document | string | number;

const slotNumbers = { $range: [0, slotsPerWindow + 1] };
const toMs = (date: Expression): Expression => ({ $toLong: date });
const clamp = (value: Expression, lowest: Expression, highest: Expression): Expression => ({
  $max: [{ $min: [value, highest] }, lowest],
});

/** Moves the slots forward to now, and separates own, live and ended leases. */
function advanceStage({ holder }: LeaseCall, slotMs: number, now: Expression): mongo.Document {
  const leases = { $ifNull: ['$leases', []] };
  const select = (cond: Expression): Expression => ({ $filter: { input: leases, as: 'lease', cond } });
  const isOwn = { $eq: ['$$lease.holder', holder] };
  const isLive = { $gt: ['$$lease.until', now] };
  const current = { $max: [{ $floor: { $divide: [toMs(now), slotMs] } }, { $ifNull: ['$slot', 0] }] };
  const passed = { $subtract: [current, { $ifNull: ['$slot', 0] }] };
  // A negative index would count from the end of the array.
  const moved = {
    $cond: [
      { $lt: ['$$age', '$$passed'] },
      0,
      { $ifNull: [{ $arrayElemAt: ['$used', { $subtract: ['$$age', '$$passed'] }] }, 0] },
    ],
  };
  return {
    $set: {
      slot: current,
      used: {
        $let: {
          vars: { passed: { $toInt: { $min: [passed, slotsPerWindow + 1] } } },
          in: { $map: { input: slotNumbers, as: 'age', in: moved } },
        },
      },
      isOwn: { $gt: [{ $size: select(isOwn) }, 0] },
      ended: select({ $and: [{ $not: [isOwn] }, { $not: [isLive] }] }),
      leases: select({ $and: [{ $not: [isOwn] }, isLive] }),
    },
  };
}

/** Counts the tokens used since the last call in the slots of their times. */
function countStage(call: LeaseCall, slotMs: number, now: Expression): mongo.Document {
  const ended = {
    $map: {
      input: '$ended',
      as: 'lease',
      in: { atMs: toMs('$$lease.until'), tokens: '$$lease.tokens' },
    },
  };
  const own = [
    { atMs: { $subtract: [toMs(now), call.usedAgoMs] }, tokens: { $cond: ['$isOwn', call.used, 0] } },
    { atMs: toMs(now), tokens: call.unleased },
  ];
  const ageOf = (atMs: string): Expression => ({
    $max: [{ $subtract: ['$slot', { $floor: { $divide: [atMs, slotMs] } }] }, 0],
  });
  const ofAge = { $eq: [ageOf('$$use.atMs'), '$$age'] };
  const used = { $cond: [ofAge, '$$use.tokens', 0] };
  const usedInSlot = { $sum: { $map: { input: '$$uses', as: 'use', in: used } } };
  const counted = { $add: [{ $arrayElemAt: ['$used', '$$age'] }, usedInSlot] };
  return {
    $set: {
      used: {
        $let: {
          vars: { uses: { $concatArrays: [ended, own] } },
          in: { $map: { input: slotNumbers, as: 'age', in: counted } },
        },
      },
      keep: { $cond: ['$isOwn', call.keep, 0] },
    },
  };
}

/** Computes the tokens that are neither used nor leased. */
function freeStage(call: LeaseCall): mongo.Document {
  const leaving = { $arrayElemAt: ['$used', slotsPerWindow] };
  const staying = { $max: [{ $subtract: [leaving, leavingTokens(call)] }, 0] };
  const counted = { $add: [{ $sum: { $slice: ['$used', slotsPerWindow] } }, staying] };
  const held = { $add: [{ $sum: '$leases.tokens' }, '$keep'] };
  return { $set: { free: { $floor: { $subtract: [{ $subtract: [call.limit, counted] }, held] } } } };
}

/** Computes the grant and stores the new lease. */
function grantStages(call: LeaseCall, now: Expression): mongo.Document[] {
  const admitted = clamp('$free', 0, call.waiting);
  const half = { $floor: { $divide: [{ $subtract: ['$free', '$grant.admitted'] }, 2] } };
  const leased = { $max: [{ $min: [half, call.want] }, 0] };
  const left = { $subtract: [{ $subtract: ['$free', '$grant.admitted'] }, '$grant.leased'] };
  const tokens = { $add: ['$keep', '$grant.leased'] };
  const mine = { holder: call.holder, tokens, until: { $add: [now, leaseMs(call)] } };
  const newest = { $add: [{ $arrayElemAt: ['$used', 0] }, '$grant.admitted'] };
  return [
    { $set: { grant: { admitted, atMs: toMs(now) } } },
    { $set: { 'grant.leased': leased } },
    {
      $set: {
        'grant.left': left,
        used: { $concatArrays: [[newest], { $slice: ['$used', 1, slotsPerWindow] }] },
        leases: { $concatArrays: ['$leases', { $cond: [{ $gt: [tokens, 0] }, [mine], []] }] },
        expiresAt: { $add: [now, call.windowMs + 2 * slotMsOf(call) + leaseMs(call)] },
      },
    },
    { $unset: ['isOwn', 'ended', 'keep', 'free'] },
  ];
}

/**
 * Builds the update pipeline that books a call: `bookCall` for MongoDB.
 *
 * @param now the clock of the database by default; tests pass a fixed time
 */
export function bookPipeline(call: LeaseCall, now: Date | '$$NOW' = '$$NOW'): mongo.Document[] {
  const slotMs = slotMsOf(call);
  return [
    advanceStage(call, slotMs, now),
    countStage(call, slotMs, now),
    freeStage(call),
    ...grantStages(call, now),
  ];
}
