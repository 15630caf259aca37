import { emailKeyAfter } from '@pas/shared/contacts/email';
import { tenantNow, type TenantMoment } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { formerStateOf } from '@pas/shared/models/former';
import type { Residence, UserRow } from '@pas/shared/models/user';
import { nextDueAt } from '@pas/shared/residences/residence-times';
import { endedAt } from '@pas/shared/residences/end-residence';
import { isHeld } from '@pas/shared/residences/held-residence';
import type { RowOutcome } from '../committing/apply-row.ts';
import {
  keepResidence,
  type PlannedRow,
  type TrackedRow,
  type WorkingSet,
} from '../committing/working-set.ts';

/** Returns the stored outcome of a row. A row that created its user has none; the user had version 1. */
export const outcomeOf = ({ outcome }: PlannedRow): Partial<RowOutcome> => outcome ?? {};

/** Context for undoing the rows of a batch. */
export interface UndoContext {
  set: WorkingSet;
  /** Versions of each user that only the import has produced. */
  ownVersions: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Whether nobody has changed or deleted the user since the import. */
export function isUntouched({ set, ownVersions }: UndoContext, { operation }: PlannedRow): boolean {
  const version = set.users.get(operation.userId)?.before?.version;
  return version !== undefined && ownVersions.get(operation.userId)?.has(version) === true;
}

/** Returns the user with the previous values of the row's fields. */
function withPreviousFields(user: UserRow, row: PlannedRow): UserRow {
  const { user: before, accountId = user.accountId } = outcomeOf(row);
  if (!before || Object.keys(before).length === 0) return user;
  const next = { ...user, ...before };
  const key = emailKeyAfter(user, next.email);
  return { ...next, emailKey: key, accountId };
}

/** Returns the residence with its previous end. */
function withPreviousEnd(residence: Residence, before: string | null, at: TenantMoment): Residence {
  const endsAt = before === null ? null : new Date(before);
  const { startsAt } = residence;
  return { ...residence, endsAt, canceledAt: null, dueAt: nextDueAt({ startsAt, endsAt }, at) };
}

function residencesBefore(ctx: OperationContext, user: UserRow, row: PlannedRow): Residence[] {
  const { residence: started } = row.operation;
  const { end } = outcomeOf(row);
  return user.residences.map((residence) => {
    if (residence.id === started?.id && isHeld(residence, ctx))
      return endedAt(residence, tenantNow(ctx), ctx);
    return end && residence.id === end.residenceId ? withPreviousEnd(residence, end.endsAt, ctx) : residence;
  });
}

/** Returns a user of the import as deleted. */
const deleted = (user: UserRow, now: Date): UserRow => ({
  ...user,
  isLive: false,
  deletedAt: now,
  formerDueAt: null,
});

/**
 * Undoes a row in the working set: its fields, its residence or move-out, and a user whom it created. Rows
 * are undone from the last line to the first, so a user is deleted last.
 */
export function undoRow(ctx: OperationContext, { set }: UndoContext, row: PlannedRow): void {
  const { userId, isNewUser, unitId } = row.operation;
  const tracked = set.users.get(userId);
  if (!tracked?.before) return;
  const residences = residencesBefore(ctx, tracked.row, row);
  const undone = { ...withPreviousFields(tracked.row, row), residences };
  const raised = { ...undone, version: tracked.before.version + 1, updatedAt: ctx.now };
  const next = isNewUser ? deleted(raised, ctx.now) : { ...raised, ...formerStateOf(raised, ctx.now) };
  set.users.set(userId, { before: tracked.before, row: next } satisfies TrackedRow<UserRow>);
  for (const residence of residences) if (residence.unitId === unitId) keepResidence(set, residence);
  set.touched.add(unitId);
}
