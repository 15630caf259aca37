import { notFound } from '@pas/platform/errors/raise';
import { saveChanges } from '@pas/shared/change/save-changes';
import { commit, type Change } from '@pas/shared/change/commit';
import { tenantNow, type TenantMoment } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { conflict } from '@pas/shared/errors/raise';
import type { PassLinks } from '@pas/shared/access/pass-links';
import { endPassesOfHome, passTargets } from '@pas/shared/access/passes-of-home';
import { revokeInvitesOfLeavers } from '@pas/shared/invites/end-invites';
import { formerStateOf, inFormerState } from '@pas/shared/models/former';
import { MoveReceiptModel, undoWithinMs, type MoveReceiptRow } from '@pas/shared/models/move-receipt';
import { UnitModel } from '@pas/shared/models/unit';
import { isCurrent, UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import { deriveOccupancy } from '@pas/shared/residences/derive-occupancy';
import { endChanges, endedAt, hasJustEnded } from '@pas/shared/residences/end-residence';
import { isHeld } from '@pas/shared/residences/held-residence';
import { publishResidenceEvent } from '@pas/shared/residences/publish-residence-event';
import { nextDueAt, wasCancelled } from '@pas/shared/residences/residence-times';
import { statusChange } from '@pas/shared/residences/status-change';
import { mayAccessProperty } from '../properties/property-restriction.ts';
import { devicesNotRestored, restorePasses, restoreSessions, type NotRestored } from './restore-access.ts';

/** An undone move: its receipt, and the restored entities. */
export interface UndoneMove {
  receipt: MoveReceiptRow;
  residence: Residence;
  sessions: readonly string[];
  passes: readonly string[];
  notRestored: readonly NotRestored[];
}

const movedSince = () =>
  conflict(
    'moved_since',
    'The residence was changed after this move, or its unit is gone. Add a residence instead.',
  );

/** Whether the caller may access both homes of a move. */
function isWithinReach(ctx: OperationContext, user: UserRow, receipt: MoveReceiptRow): boolean {
  const started = user.residences.find(({ id }) => id === receipt.startedResidenceId);
  const places = [receipt.propertyId, ...(started ? [started.propertyId] : [])];
  return places.every((propertyId) => mayAccessProperty(ctx, propertyId));
}

/**
 * @throws not_found for a receipt of another user or out of the caller's reach, conflict for an expired one
 */
async function loadReceipt(
  ctx: OperationContext,
  { session }: Change,
  { user, receiptId }: { user: UserRow; receiptId: string },
): Promise<MoveReceiptRow> {
  const filter = { _id: receiptId, tenantId: ctx.tenantId, userId: user._id };
  const receipt = await MoveReceiptModel.findOne(filter).session(session).lean<MoveReceiptRow>();
  if (!receipt || !isWithinReach(ctx, user, receipt)) throw notFound();
  if (receipt.undoneAt !== null) throw conflict('move_undone', 'This move was undone already.');
  if (ctx.now.getTime() - receipt.createdAt.getTime() <= undoWithinMs) return receipt;
  throw conflict('undo_too_late', 'A move can be undone for 24 hours. Add a residence instead.');
}

/**
 * Returns the residence as before the move. @throws conflict for a residence that was changed or replaced
 * since
 */
function residenceBefore(user: UserRow, receipt: MoveReceiptRow, at: TenantMoment): Residence {
  const { residenceId, endedAt: end, endedBefore: endsAt } = receipt;
  const residence = user.residences.find(({ id }) => id === residenceId);
  if (residence?.endsAt?.getTime() !== end.getTime()) throw movedSince();
  const { startsAt, unitId } = residence;
  const isTaken = user.residences.some(
    (other) => other.id !== residenceId && other.unitId === unitId && isHeld(other, at),
  );
  if (isTaken) throw movedSince();
  // The start of a residence that was cancelled before its start is not published yet.
  const isStartDue = wasCancelled(residence) && startsAt <= tenantNow(at);
  const dueAt = isStartDue ? startsAt : nextDueAt({ startsAt, endsAt }, at);
  return { ...residence, endsAt, canceledAt: null, dueAt };
}

/** Returns the residences of a person after the undo; the new residence of a transfer ends. */
function residencesBefore(user: UserRow, receipt: MoveReceiptRow, at: TenantMoment): Residence[] {
  const before = residenceBefore(user, receipt, at);
  return user.residences.map((residence) => {
    if (residence.id === before.id) return before;
    const isStarted = residence.id === receipt.startedResidenceId && isHeld(residence, at);
    return isStarted ? endedAt(residence, tenantNow(at), at) : residence;
  });
}

/** Makes the undo conflict with a concurrent delete of the unit. @throws conflict for a deleted unit */
async function fenceUnit({ tenantId }: OperationContext, { session }: Change, unitId: string): Promise<void> {
  const live = { _id: unitId, tenantId, isLive: true };
  const { matchedCount } = await UnitModel.updateOne(live, { $inc: { childrenEpoch: 1 } }, { session });
  if (matchedCount === 0) throw movedSince();
}

/** Ends the passes for the new residence of a transfer, and the open invites that depend on it. */
async function endStarted(
  ctx: OperationContext,
  change: Change,
  { before, user, receipt }: { before: UserRow; user: UserRow; receipt: MoveReceiptRow },
): Promise<{ type: string; id: string }[]> {
  const was = before.residences.find(({ id }) => id === receipt.startedResidenceId);
  if (!was || !isHeld(was, ctx)) return [];
  const passes = await endPassesOfHome(ctx, change, { user, home: was, at: tenantNow(ctx) });
  const invites = await revokeInvitesOfLeavers(ctx, change, [{ user: before, unitId: was.unitId }]);
  return [...passTargets(passes), ...(invites.get(user._id) ?? [])];
}

/** Publishes the residences that the undo restarts or ends, and stores the occupancy. */
async function applyHomes(
  ctx: OperationContext,
  change: Change,
  { before, user }: { before: UserRow; user: UserRow },
): Promise<void> {
  for (const residence of user.residences) {
    const was = before.residences.find(({ id }) => id === residence.id);
    if (!was || was.endsAt?.getTime() === residence.endsAt?.getTime()) continue;
    const isStartDue = residence.dueAt?.getTime() === residence.startsAt.getTime();
    if (isCurrent(residence, ctx) && !isCurrent(was, ctx) && !isStartDue)
      publishResidenceEvent(change, 'started', { user, residence });
    if (hasJustEnded(was, residence, ctx)) publishResidenceEvent(change, 'ended', { user, residence });
    await deriveOccupancy(ctx, change, residence.unitId);
  }
}

async function loadLiveUser(
  { tenantId }: OperationContext,
  { session }: Change,
  id: string,
): Promise<UserRow> {
  const user = await UserModel.findOne({ _id: id, tenantId, isLive: true }).session(session).lean<UserRow>();
  if (!user) throw notFound();
  return user;
}

/** The id of a person, and of the receipt of one of their moves. */
interface UndoneReceipt {
  id: string;
  receiptId: string;
}

async function undo(
  ctx: OperationContext,
  change: Change,
  { id, receiptId, links }: UndoneReceipt & { links: PassLinks },
): Promise<UndoneMove> {
  const user = await loadLiveUser(ctx, change, id);
  const receipt = await loadReceipt(ctx, change, { user, receiptId });
  const residences = residencesBefore(user, receipt, ctx);
  await fenceUnit(ctx, change, receipt.unitId);
  const fields = { residences, ...formerStateOf({ ...user, residences }, ctx.now) };
  const where = inFormerState(user);
  const saved = await saveChanges(ctx, change, { model: UserModel, row: user, fields, where });
  await applyHomes(ctx, change, { before: user, user: saved });
  const ended = await endStarted(ctx, change, { before: user, user: saved, receipt });
  const sessions = await restoreSessions(ctx, change, { user: saved, receipt });
  const passes = await restorePasses(ctx, change, { receipt, links });
  const open = { _id: receiptId, tenantId: ctx.tenantId, undoneAt: null };
  await MoveReceiptModel.updateOne(open, { $set: { undoneAt: ctx.now } }, { session: change.session });
  const moved = residences.filter((residence) => !user.residences.includes(residence));
  change.record({
    action: 'user.move_undone',
    targets: [
      { type: 'user', id },
      ...moved.flatMap((residence) => [
        { type: 'residence', id: residence.id },
        { type: 'unit', id: residence.unitId },
      ]),
      ...sessions.ids.map((session) => ({ type: 'session', id: session })),
      ...passTargets(passes.ids),
      ...ended,
    ],
    changes: [...endChanges(user.residences, residences), ...statusChange(user, saved)],
    propertyIds: [...new Set(moved.map(({ propertyId }) => propertyId))],
  });
  const [residence] = moved.filter((each) => each.id === receipt.residenceId);
  if (!residence) throw movedSince();
  const notRestored = [...sessions.not, ...devicesNotRestored(receipt), ...passes.not];
  return { receipt, residence, sessions: sessions.ids, passes: passes.ids, notRestored };
}

/**
 * Undoes a move-out or transfer within 24 hours: the residence continues, and its ended access is restored if
 * possible. Sessions are restored unless the person's sign-in has changed. Devices stay ended, because their
 * tokens are deleted.
 *
 * @throws not_found for an unknown user or receipt, conflict for a move that is undone, too old, or changed
 * since
 */
export async function undoMove(
  ctx: OperationContext,
  links: PassLinks,
  undone: UndoneReceipt,
): Promise<UndoneMove> {
  return commit(ctx, async (change) => undo(ctx, change, { ...undone, links }));
}
