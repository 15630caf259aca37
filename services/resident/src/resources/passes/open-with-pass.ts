import { createLines } from '@pas/platform/concurrency/lines';
import { withTenant } from '@pas/platform/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { Decision } from '@pas/shared/access/decide';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { findLatestAttempt, isUnderWay } from '@pas/shared/access/latest-attempt';
import { residenceAt } from '@pas/shared/access/may-open';
import { mayUsePass, type PassUse } from '@pas/shared/access/may-use-pass';
import {
  recordRefusal,
  startUnlock,
  type GrantedUnlock,
  type StartedUnlock,
} from '@pas/shared/access/start-unlock';
import { takeUse } from '@pas/shared/access/take-use';
import { loadPassUse } from '@pas/shared/access/use-pass';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { invalidAs, unavailable } from '@pas/shared/errors/raise';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { UnlockAttemptModel, type UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import { findPass } from './find-pass.ts';
import type { OpenLimit } from './open-limit.ts';
import { refusedOpen } from './refuse-pass.ts';

/** Dependencies for opening doors with a pass. */
export interface PassDependencies {
  doors: DoorCommands;
  limit: OpenLimit;
}

interface OpenWithPass {
  token: string;
  accessPointId: string;
  /** Idempotency key: a repeat gets the first attempt. */
  nonce: string | null;
}

/** @throws invalid (`idempotency_key_reused`) when the first request was for another door */
function requireSameDoor(attempt: UnlockAttemptRow, accessPointId: string): UnlockAttemptRow {
  if (attempt.accessPointId === accessPointId) return attempt;
  const message = 'This key was used for another door. Use a new key for a new request.';
  throw invalidAs('idempotency_key_reused', 'Idempotency-Key', message);
}

interface OpeningContext extends PassDependencies {
  /** Whether the request has taken one of the tries. */
  isCounted: boolean;
  pass: AccessPassRow;
  door: AccessPointRow;
  key: string | undefined;
}

/** Reports that a pass has no use left, and rolls the attempt back. */
class NoUseLeft extends Error {}

/**
 * Starts the attempt, and takes a use of the pass in the same change. The attempt that is under way needs no second use,
 * so a request with a used-up pass gets it too.
 *
 * @throws NoUseLeft when a new attempt would be needed
 */
async function start(
  ctx: OperationContext,
  { doors, pass, key }: OpeningContext,
  granted: GrantedUnlock,
): Promise<StartedUnlock> {
  const addToChange = async ({ session }: Change): Promise<void> => {
    if (!granted.decision.isGranted || !(await takeUse(pass, session))) throw new NoUseLeft();
  };
  return startUnlock(ctx, doors, { ...granted, addToChange, ...(key !== undefined && { key }) });
}

async function open(ctx: OperationContext, opening: OpeningContext): Promise<UnlockAttemptRow> {
  const { pass, door, limit, isCounted } = opening;
  const use = await loadPassUse(pass, door, ctx.now);
  const decision = mayUsePass(use);
  const home = use.host && residenceAt(door, use.host, ctx.now);
  const asked = {
    door,
    method: 'LINK' as const,
    subject: { type: 'VISITOR' as const, id: pass._id },
    unitId: home?.unitId ?? door.unitId,
    passId: pass._id,
  };
  const refuse = async (refusal: Decision): Promise<never> => {
    await recordRefusal(ctx, asked, refusal);
    throw refusedOpen(refusal.reason);
  };
  if (!decision.isGranted && decision.reason !== 'pass_used_up') return refuse(decision);
  try {
    const { attempt, isNew } = await start(ctx, opening, { ...asked, decision });
    if (!isNew && isCounted) await limit.uncount(pass._id);
    return requireSameDoor(attempt, door._id);
  } catch (error) {
    if (!(error instanceof NoUseLeft)) throw error;
    return refuse(decision.isGranted ? await decideAgain(use) : decision);
  }
}

/** Decides with the pass as it is stored now, after another request has changed it. */
async function decideAgain(use: PassUse): Promise<Decision> {
  const { pass, now } = use;
  const filter = { _id: pass._id, tenantId: pass.tenantId };
  const stored = await AccessPassModel.findOne(filter).lean<AccessPassRow>();
  return mayUsePass({ ...use, pass: stored ?? { ...pass, isLive: false, deletedAt: now } });
}

/** Serializes requests of one pass at one door. Concurrent ones wait for the attempt of the first request. */
const repeats = createLines({
  maxWaitMs: 10_000,
  refusal: () => unavailable('The same request is still in progress. Try again.', 'overloaded', 1),
});

/**
 * Counts a try. After the last one, an attempt that is under way still answers.
 *
 * @returns whether the try was counted
 * @throws rate_limited
 */
async function countTry(limit: OpenLimit, pass: AccessPassRow, door: AccessPointRow): Promise<boolean> {
  try {
    await limit.count(pass._id);
    return true;
  } catch (error) {
    const latest = await findLatestAttempt(pass, { door, holder: pass._id });
    if (!latest || !isUnderWay(latest, new Date())) throw error;
    return false;
  }
}

interface PassTry extends Pick<OpenWithPass, 'accessPointId' | 'nonce'> {
  pass: AccessPassRow;
}

/** Opens the door, or returns the attempt of an earlier request with the key. */
async function openOnce(
  publicCtx: PublicContext,
  parts: PassDependencies,
  { pass, accessPointId, nonce }: PassTry,
): Promise<UnlockAttemptRow> {
  const { tenantId } = pass;
  const key = nonce === null ? undefined : `pass:${pass._id}:${nonce}`;
  const started = key && (await UnlockAttemptModel.findOne({ tenantId, keys: key }).lean<UnlockAttemptRow>());
  if (started) return requireSameDoor(started, accessPointId);
  const door = await AccessPointModel.findOne({ _id: accessPointId, tenantId }).lean<AccessPointRow>();
  if (!door) throw notFound();
  const isCounted = await countTry(parts.limit, pass, door);
  return open(withTenant(publicCtx, tenantId), { ...parts, pass, door, key, isCounted });
}

/**
 * Starts to open a door with the link of a pass. A grant takes one use of the pass. Records each decision as an access
 * event. A repeat with the same nonce gets the first attempt. A request while an attempt is under way gets that one.
 * Neither sends a second command, takes a second use or counts as a second try.
 *
 * @throws not_found for an unknown token or a door of another pass, gone for a dead pass
 * @throws forbidden (`access_denied`) with a `reason`, rate_limited after ten tries within an hour
 */
export async function openWithPass(
  publicCtx: PublicContext,
  parts: PassDependencies,
  input: OpenWithPass,
): Promise<UnlockAttemptRow> {
  const pass = await findPass(input.token);
  const work = () => openOnce(publicCtx, parts, { ...input, pass });
  return repeats.inTurn(`${pass._id}:${input.accessPointId}`, work);
}
