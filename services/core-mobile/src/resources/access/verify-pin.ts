import type { Decision } from '@pas/shared/access/decide';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { mayUsePass } from '@pas/shared/access/may-use-pass';
import { recordDecision, type UnlockRequest } from '@pas/shared/access/record-decision';
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

/** Dependencies of the check of a PIN. */
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

/** Adds the rule that a pass of the door has this PIN to a decision. */
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

/** Finds the passes with a PIN. Passes of different secrets may have the same one: at most one pass per secret. */
const findPasses = ({ tenantId }: OperationContext, keys: string[]): Promise<AccessPassRow[]> =>
  AccessPassModel.find({ tenantId, isLive: true, pinKeys: { $in: keys } }).lean<AccessPassRow[]>();

/** Time in milliseconds for which the PIN of a revoked pass is still recognized. */
const knownMs = 24 * 3_600_000;

/**
 * Finds a pass that was revoked within the last day. Its guest gets the reason, and further tries do not count as wrong
 * PINs.
 */
const findRevokedPass = ({ tenantId, now }: OperationContext, keys: string[]): Promise<AccessPassRow[]> =>
  AccessPassModel.find({
    tenantId,
    pinKeys: { $in: keys },
    deletedAt: { $gt: new Date(now.getTime() - knownMs) },
    isLive: false,
  })
    .sort({ deletedAt: -1 })
    .limit(1)
    .lean<AccessPassRow[]>();

/** Records a grant. Returns the use of the pass on failure, because the door then stays closed. */
async function recordGrant(
  ctx: OperationContext,
  pass: AccessPassRow,
  { asked, decision }: { asked: UnlockRequest; decision: Decision },
): Promise<AccessEventRow> {
  try {
    return await commit(ctx, (change) => recordDecision(ctx, change, { asked, decision, attemptId: null }));
  } catch (error) {
    await returnUse(pass);
    throw error;
  }
}

/**
 * Looks up the passes of a PIN, one PIN of a door at a time, and counts a wrong one. Later steps run outside this queue,
 * so that guests at one door wait only for each other's look-up.
 *
 * @returns none for a PIN that no pass of the door has or had within the last day
 */
async function lookUpPin(
  ctx: OperationContext,
  { passes, pins }: PinParts,
  { door, pin }: { door: AccessPointRow; pin: string },
): Promise<AccessPassRow[]> {
  return pins.inTurn(door._id, async () => {
    await pins.requireOpen(door._id);
    const keys = passes.pinKeysOf(door._id, pin);
    const live = await findPasses(ctx, keys);
    const found = live.length > 0 ? live : await findRevokedPass(ctx, keys);
    if (found.length === 0) await pins.countWrong(door._id);
    return found;
  });
}

/**
 * Decides whether a PIN opens a door now, and takes a use of its pass. Records each decision as an access event. Only
 * unknown PINs count as wrong: a guest who is early must not block the door for others.
 *
 * @throws not_found for a door of another controller; forbidden (`access_denied` with `reason`); rate_limited after
 *   five wrong PINs within five minutes
 */
export async function verifyPin(
  ctx: OperationContext,
  parts: PinParts,
  { accessPointId, pin }: { accessPointId: string; pin: string },
): Promise<VerifiedPin> {
  const [door] = (await loadServedDoors(ctx, [accessPointId])) as [AccessPointRow];
  const found = await lookUpPin(ctx, parts, { door, pin });
  const uses = await Promise.all(found.map((pass) => loadPassUse(pass, door, ctx.now)));
  const use = uses.find((each) => mayUsePass(each).isGranted) ?? uses[0];
  const passId = use?.pass._id ?? null;
  const asked: UnlockRequest = { door, method: 'PIN', subject: { type: 'VISITOR', id: passId }, passId };
  if (!use) {
    await recordRefusal(ctx, asked, unknownPin);
    throw accessDenied(unknownPin);
  }
  const decision = byKnownPin(await usePass(use));
  const home = use.host && residenceAt(door, use.host, ctx.now);
  const placed = { ...asked, unitId: home?.unitId ?? door.unitId };
  if (decision.isGranted)
    return { event: await recordGrant(ctx, use.pass, { asked: placed, decision }), door };
  await recordRefusal(ctx, placed, decision);
  throw accessDenied(decision);
}
