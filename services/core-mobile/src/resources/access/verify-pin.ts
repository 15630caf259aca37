import type { Decision } from '@pas/shared/access/decide';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { recordDecision, type Asked } from '@pas/shared/access/record-decision';
import { residenceAt } from '@pas/shared/access/may-open';
import { recordRefusal } from '@pas/shared/access/start-unlock';
import { returnUse } from '@pas/shared/access/take-use';
import { loadPassUse, usePass } from '@pas/shared/access/use-pass';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { forbidden } from '@pas/shared/errors/raise';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import type { AccessEventRow } from '@pas/shared/models/access-event';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { PinLimits } from './pin-limits.ts';
import { loadServedDoors } from './served-doors.ts';

/** What the check of a PIN needs beside the request. */
export interface PinParts {
  passes: PassLinks;
  pins: PinLimits;
}

/** A PIN that opens its door. */
export interface VerifiedPin {
  event: AccessEventRow;
  door: AccessPointRow;
}

const unknownPin: Decision = {
  isGranted: false,
  reason: 'pin_unknown',
  rules: [{ name: 'pin_known', passed: false, message: 'No pass of this door has this PIN.' }],
};

/** The decision about a pass, with the rule by which its PIN found it. */
const byKnownPin = (decision: Decision): Decision => ({
  ...decision,
  rules: [
    { name: 'pin_known', passed: true, message: 'A pass of this door has this PIN.' },
    ...decision.rules,
  ],
});

/** 403 with the reason; the access event is its record. */
const accessDenied = ({ reason }: Decision) =>
  forbidden(
    'access_denied',
    'This PIN does not open this door now. Check the PIN and the times of the pass.',
    {
      members: { reason },
    },
  );

const visitor = (pass: AccessPassRow | null) => ({ type: 'VISITOR' as const, id: pass?._id ?? null });

const findPass = ({ tenantId }: OperationContext, keys: string[]): Promise<AccessPassRow | null> =>
  AccessPassModel.findOne({ tenantId, isLive: true, pinKeys: { $in: keys } }).lean<AccessPassRow>();

/** How long the PIN of a pass that was taken back is still known, in milliseconds. */
const knownMs = 24 * 3_600_000;

/**
 * Finds a pass that was taken back within the last day. Its guest learns why the door stays closed, and cannot close it to
 * others by typing the PIN again.
 */
const findTakenBack = ({ tenantId, now }: OperationContext, keys: string[]): Promise<AccessPassRow | null> =>
  AccessPassModel.findOne({
    tenantId,
    pinKeys: { $in: keys },
    deletedAt: { $gt: new Date(now.getTime() - knownMs) },
    isLive: false,
  })
    .sort({ deletedAt: -1 })
    .lean<AccessPassRow>();

/** Records a grant. The use goes back where that fails, because the door stays closed then. */
async function recordGrant(
  ctx: OperationContext,
  pass: AccessPassRow,
  { asked, decision }: { asked: Asked; decision: Decision },
): Promise<AccessEventRow> {
  try {
    return await commit(ctx, (change) => recordDecision(ctx, change, { asked, decision, attemptId: null }));
  } catch (error) {
    await returnUse(pass);
    throw error;
  }
}

/**
 * Looks the pass of a PIN up, one PIN of a door after the other, and counts a wrong one. What follows for a known PIN is
 * outside of the turn: many guests at one door wait for each other's look-up alone.
 *
 * @returns null for a PIN that no pass of the door has, or had until a day ago
 */
async function lookUpPin(
  ctx: OperationContext,
  { passes, pins }: PinParts,
  { door, pin }: { door: AccessPointRow; pin: string },
): Promise<AccessPassRow | null> {
  return pins.inTurn(door._id, async () => {
    await pins.requireOpen(door._id);
    const keys = passes.pinKeysOf(door._id, pin);
    const pass = (await findPass(ctx, keys)) ?? (await findTakenBack(ctx, keys));
    if (!pass) await pins.countWrong(door._id);
    return pass;
  });
}

/**
 * Decides whether a PIN opens a door now, and takes a use of its pass. Each decision is an access event. Only unknown PINs
 * count as wrong: a guest who is too early must not close the door to others.
 *
 * @throws not_found for a door that the controller does not serve, forbidden (`access_denied`, with the `reason`),
 *   rate_limited after five wrong PINs at the door within five minutes
 */
export async function verifyPin(
  ctx: OperationContext,
  parts: PinParts,
  { accessPointId, pin }: { accessPointId: string; pin: string },
): Promise<VerifiedPin> {
  const [door] = (await loadServedDoors(ctx, [accessPointId])) as [AccessPointRow];
  const pass = await lookUpPin(ctx, parts, { door, pin });
  const asked: Asked = { door, method: 'PIN', subject: visitor(pass), passId: pass?._id ?? null };
  if (!pass) {
    await recordRefusal(ctx, asked, unknownPin);
    throw accessDenied(unknownPin);
  }
  const use = await loadPassUse(pass, door, ctx.now);
  const decision = byKnownPin(await usePass(use));
  const home = use.host && residenceAt(door, use.host, ctx.now);
  const placed = { ...asked, unitId: home?.unitId ?? door.unitId };
  if (decision.isGranted) return { event: await recordGrant(ctx, pass, { asked: placed, decision }), door };
  await recordRefusal(ctx, placed, decision);
  throw accessDenied(decision);
}
