import { giveDialCodes, releaseDialCodes } from '@pas/shared/fences/dial-codes';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { inFormerState } from '@pas/shared/models/former';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { changedFields } from '@pas/platform/mongo/changed-fields';
import { withSources } from '@pas/platform/mongo/derive-fields';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { TrackedRow, WorkingSet } from './working-set.ts';

type ChangedRow<Row> = TrackedRow<Row> & { before: Row };

const made = <Row>(tracked: Iterable<TrackedRow<Row>>): Row[] =>
  [...tracked].filter(({ before }) => before === null).map(({ row }) => row);

const changed = <Row>(tracked: Iterable<TrackedRow<Row>>): ChangedRow<Row>[] =>
  [...tracked].filter((each): each is ChangedRow<Row> => each.before !== null && each.before !== each.row);

/**
 * Writes every unit that gains or loses a resident, so that a concurrent delete conflicts. It also stores a
 * changed occupancy.
 */
async function saveUnits(
  { tenantId }: OperationContext,
  { session }: Change,
  set: WorkingSet,
): Promise<void> {
  const known = [...set.touched].map((id) => set.units.get(id)).filter((unit) => unit?.before != null);
  if (known.length === 0) return;
  const steps = (known as ChangedRow<UnitRow>[]).map((unit) => {
    const fields = changedFields(unit.before, unit.row);
    const isSet = Object.keys(fields).length > 0;
    return {
      updateOne: {
        filter: { _id: unit.row._id, tenantId, isLive: true },
        update: { ...(isSet && { $set: fields }), $inc: { childrenEpoch: 1 } },
      },
    };
  });
  await UnitModel.collection.bulkWrite(steps as never, { session, ordered: false });
}

/**
 * Writes each user who becomes or stops being FORMER separately, because the number of listed users depends
 * on it.
 */
async function saveUsers(
  { tenantId }: OperationContext,
  { session }: Change,
  set: WorkingSet,
): Promise<void> {
  const users = changed<UserRow>(set.users.values());
  const filterOf = ({ row }: ChangedRow<UserRow>) => ({ _id: row._id, tenantId, isLive: true });
  const [turned, others] = [
    users.filter((user) => (user.before.isFormer === true) !== (user.row.isFormer === true)),
    users.filter((user) => (user.before.isFormer === true) === (user.row.isFormer === true)),
  ];
  for (const user of turned)
    await UserModel.updateOne(
      { ...filterOf(user), ...inFormerState(user.before) },
      { $set: withSources(UserModel, user.row, changedFields(user.before, user.row)) },
      { session },
    );
  if (others.length === 0) return;
  const steps = others.map((user) => {
    const { isFormer: _same, isLive: _later, ...fields } = changedFields(user.before, user.row);
    const update = { $set: withSources(UserModel, user.row, fields) };
    return { updateOne: { filter: filterOf(user), update } };
  });
  await UserModel.collection.bulkWrite(steps as never, { session, ordered: false });
}

/**
 * Deletes the users and units that a batch deletes. The dial codes of such units are free immediately. FORMER users are
 * not listed, so the row counts treat them apart.
 */
async function deleteRows(
  { tenantId, now }: OperationContext,
  { session }: Change,
  set: WorkingSet,
): Promise<void> {
  const gone = { isLive: false, deletedAt: now };
  const users = [...set.users.values()].filter(({ row }) => !row.isLive).map(({ row }) => row);
  for (const isFormer of [true, null]) {
    const _id = {
      $in: users.filter((row) => (row.isFormer === true) === (isFormer === true)).map((row) => row._id),
    };
    const filter = { _id, tenantId, isLive: true, isFormer };
    if (_id.$in.length > 0) await UserModel.updateMany(filter, { $set: gone }, { session });
  }
  const deleted = [...set.units.values()].filter(({ row }) => !row.isLive).map(({ row }) => row);
  if (deleted.length === 0) return;
  const units = deleted.map(({ _id }) => _id);
  await releaseDialCodes({ session }, deleted);
  const update = {
    $set: { ...gone, dialCode: null, occupancy: 'VACANT' as const, updatedAt: now },
    $inc: { version: 1 },
  };
  await UnitModel.updateMany({ _id: { $in: units }, tenantId, isLive: true }, update, { session });
}

/**
 * Stores the changes of a batch, with one statement per collection and kind of write. A property gets one
 * fence for all new units of the batch.
 *
 * @throws not_found or conflict (`property_archived`) when the property of a new unit is gone or archived
 * @throws the error of a unique index when somebody else has created the same unit or user
 */
export async function saveWorkingSet(ctx: OperationContext, change: Change, set: WorkingSet): Promise<void> {
  const units = await giveDialCodes(change.transaction, made<UnitRow>(set.units.values()));
  for (const row of units) set.units.set(row._id, { before: null, row });
  await insertRows(UnitModel, units, change.session);
  await insertRows(UserModel, made<UserRow>(set.users.values()), change.session);
  await saveUnits(ctx, change, set);
  await saveUsers(ctx, change, set);
  await deleteRows(ctx, change, set);
  for (const id of new Set(units.map(({ propertyId }) => propertyId)))
    await fenceParent(change.transaction, { kind: 'property', tenantId: ctx.tenantId, id });
}
