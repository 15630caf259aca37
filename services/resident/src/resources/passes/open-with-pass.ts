import { createLines } from '@pas/platform/concurrency/lines';
import { withTenant } from '@pas/platform/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { residenceAt } from '@pas/shared/access/may-open';
import {
  recordRefusal,
  startUnlock,
  type GrantedUnlock,
  type StartedUnlock,
} from '@pas/shared/access/start-unlock';
import { returnUse } from '@pas/shared/access/take-use';
import { loadPassUse, usePass } from '@pas/shared/access/use-pass';
import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { invalidAs, unavailable } from '@pas/shared/errors/raise';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { AccessPassRow } from '@pas/shared/models/access-pass';
import { UnlockAttemptModel, type UnlockAttemptRow } from '@pas/shared/models/unlock-attempt';
import { findPass } from './find-pass.ts';
import type { OpenLimit } from './open-limit.ts';
import { refusedOpen } from './refuse-pass.ts';

/** Dependencies of opening doors with a pass. */
export interface PassDependencies {
  doors: DoorCommands;
  limit: OpenLimit;
}

interface OpenWithPass {
  token: string;
  accessPointId: string;
  /** Idempotency key: a repeat gets the first attempt. Null: every request starts an attempt. */
  nonce: string | null;
}

/** @throws invalid (`idempotency_key_reused`) when the first request was for another door */
function requireSameDoor(attempt: UnlockAttemptRow, accessPointId: string): UnlockAttemptRow {
  if (attempt.accessPointId === accessPointId) return attempt;
  const message = 'This key was used for another door. Use a new key for a new request.';
  throw invalidAs('idempotency_key_reused', 'Idempotency-Key', message);
}

interface OpeningContext extends PassDependencies {
  pass: AccessPassRow;
  door: AccessPointRow;
  key: string | undefined;
}

/** Starts the attempt. Returns the use of the pass for a repeat and for a failed commit. */
async function startOnce(
  ctx: OperationContext,
  { pass, doors, limit, key }: OpeningContext,
  granted: GrantedUnlock,
): Promise<StartedUnlock> {
  try {
    const started = await startUnlock(ctx, doors, { ...granted, ...(key !== undefined && { key }) });
    if (!started.isNew) await Promise.all([returnUse(pass), limit.uncount(pass._id)]);
    return started;
  } catch (error) {
    await returnUse(pass);
    throw error;
  }
}

async function open(ctx: OperationContext, opening: OpeningContext): Promise<UnlockAttemptRow> {
  const { pass, door } = opening;
  const use = await loadPassUse(pass, door, ctx.now);
  const decision = await usePass(use);
  const home = use.host && residenceAt(door, use.host, ctx.now);
  const asked = {
    door,
    method: 'LINK' as const,
    subject: { type: 'VISITOR' as const, id: pass._id },
    unitId: home?.unitId ?? door.unitId,
    passId: pass._id,
  };
  if (decision.isGranted) {
    const { attempt } = await startOnce(ctx, opening, { ...asked, decision });
    return requireSameDoor(attempt, door._id);
  }
  await recordRefusal(ctx, asked, decision);
  throw refusedOpen(decision.reason);
}

/** Serializes requests with one key. A concurrent repeat waits for the attempt of the first request. */
const repeats = createLines({
  maxWaitMs: 10_000,
  refusal: () => unavailable('The same request is still in progress. Try again.', 'overloaded', 1),
});

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
  const started = key && (await UnlockAttemptModel.findOne({ tenantId, key }).lean<UnlockAttemptRow>());
  if (started) return requireSameDoor(started, accessPointId);
  await parts.limit.count(pass._id);
  const door = await AccessPointModel.findOne({ _id: accessPointId, tenantId }).lean<AccessPointRow>();
  if (!door) throw notFound();
  return open(withTenant(publicCtx, tenantId), { ...parts, pass, door, key });
}

/**
 * Starts to open a door with the link of a pass. A grant takes one use of the pass. Records each decision as an access
 * event. A repeat with the same nonce sends no second command, takes no second use and counts no second try.
 *
 * @throws not_found for an unknown token or a door of another pass; gone for a dead pass. Forbidden is `access_denied`
 *   with `reason`; rate_limited after ten tries within an hour.
 */
export async function openWithPass(
  publicCtx: PublicContext,
  parts: PassDependencies,
  input: OpenWithPass,
): Promise<UnlockAttemptRow> {
  const pass = await findPass(input.token);
  const work = () => openOnce(publicCtx, parts, { ...input, pass });
  return input.nonce === null ? work() : repeats.inTurn(`${pass._id}:${input.nonce}`, work);
}
