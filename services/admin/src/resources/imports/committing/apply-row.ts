import { emailKeyAfter } from '@pas/shared/contacts/email';
import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { formerStateOf } from '@pas/shared/models/former';
import type { ImportedPerson, ImportOperation } from '@pas/shared/models/imported-row';
import { newUnit } from '@pas/shared/models/new-unit';
import { newUser } from '@pas/shared/models/new-user';
import type { Residence, UserRow } from '@pas/shared/models/user';
import { nextDueAt, wasCancelled } from '@pas/shared/residences/residence-times';
import { endedAt } from '@pas/shared/residences/end-residence';
import {
  keepResidence,
  residencesIn,
  type PlannedRow,
  type TrackedRow,
  type WorkingSet,
} from './working-set.ts';

/** Changes made by a row, as the revert needs them. */
export interface RowOutcome {
  /**
   * The version of the user after the batch; another version means that somebody else has changed the user
   * since.
   */
  userVersion: number;
  /** The previous fields of the user; null for a user whom the import has created. */
  user: Partial<Record<keyof ImportedPerson, string | null>> | null;
  /** The previous account of the user, when a new e-mail has separated the two. */
  accountId?: string | null;
  /** The version of the user after the revert of a later row. Only the user's first row has it. */
  undoneVersion?: number;
  /** The residence whose end was moved, and its end before. */
  end: { residenceId: string; endsAt: string | null } | null;
}

/** Result of applying a row; null for a row that differs from its plan. */
export type ApplyResult = Omit<RowOutcome, 'userVersion'> | null;

const personFields = ['email', 'phone', 'firstName', 'lastName', 'externalId'] as const;

/** Whether the user still has the values that the plan found. */
export function isAsFound(user: UserRow, { operation, changes }: PlannedRow): boolean {
  const { end } = operation;
  if (end?.endsAt === null)
    return user.residences.some(({ id, endsAt }) => id === end.residenceId && endsAt === null);
  return changes.every(({ field, before }) => {
    if (field === 'residence.endsAt' && end) {
      const { residenceId } = end;
      const residence = user.residences.find(({ id }) => id === residenceId);
      return residence !== undefined && (residence.endsAt?.toISOString() ?? null) === before;
    }
    const name = personFields.find((each) => each === field);
    return name === undefined || (user[name] ?? null) === before;
  });
}

/** Returns the user with the fields that a row sets. A new e-mail must be verified again. */
function withPerson(user: UserRow, set: ImportedPerson): UserRow {
  if (Object.keys(set).length === 0) return user;
  const next = { ...user, ...set };
  const key = emailKeyAfter(user, next.email);
  const accountId = key === user.emailKey ? user.accountId : null;
  return { ...next, emailKey: key, accountId };
}

const overlaps = (
  a: Pick<Residence, 'startsAt' | 'endsAt'>,
  b: Pick<Residence, 'startsAt' | 'endsAt'>,
): boolean => (a.endsAt === null || a.endsAt > b.startsAt) && (b.endsAt === null || b.endsAt > a.startsAt);

/** Returns PRIMARY, or OCCUPANT when the unit has a PRIMARY at the start, as `users/free-role.ts`. */
function freeRole(set: WorkingSet, unitId: string, startsAt: Date): Residence['role'] {
  const isTaken = residencesIn(set, unitId).some(
    ({ role, startsAt: since, endsAt }) =>
      role === 'PRIMARY' && since <= startsAt && (endsAt === null || endsAt > startsAt),
  );
  return isTaken ? 'OCCUPANT' : 'PRIMARY';
}

/**
 * Creates the residence that a row starts; null when the person already has an overlapping one in the unit.
 */
function startedResidence(
  ctx: OperationContext,
  set: WorkingSet,
  { user, operation }: { user: UserRow; operation: ImportOperation },
): Residence | null {
  const { residence, unitId, propertyId } = operation;
  if (!residence) return null;
  const startsAt = residence.startsAt === null ? tenantNow(ctx) : new Date(residence.startsAt);
  const endsAt = residence.endsAt === null ? null : new Date(residence.endsAt);
  const here = user.residences.filter((other) => other.unitId === unitId && !wasCancelled(other));
  if (here.some((other) => overlaps(other, { startsAt, endsAt }))) return null;
  return {
    id: residence.id,
    unitId,
    propertyId,
    role: freeRole(set, unitId, startsAt),
    startsAt,
    endsAt,
    canceledAt: null,
    inviteId: null,
    dueAt: nextDueAt({ startsAt, endsAt }, ctx),
  };
}

/**
 * Adds the unit that a row creates. Returns false when an existing unit is missing, or a new one exists
 * already.
 */
function placeUnit(ctx: OperationContext, set: WorkingSet, { operation }: PlannedRow): boolean {
  const { unitId, propertyId, newUnit: made } = operation;
  if (!made) return set.units.has(unitId);
  if (set.units.has(unitId)) return false;
  set.units.set(unitId, { before: null, row: { ...newUnit(ctx, { ...made, propertyId }), _id: unitId } });
  return true;
}

/** Returns the user whom a row changes; undefined for a user who is gone. */
function findUser(
  ctx: OperationContext,
  set: WorkingSet,
  { operation, importId: importedBy }: PlannedRow,
): TrackedRow<UserRow> | undefined {
  const { userId, isNewUser, user } = operation;
  if (!isNewUser) return set.users.get(userId);
  return { before: null, row: { ...newUser(ctx, { kind: 'RESIDENT', ...user, importedBy }), _id: userId } };
}

/** Returns the residences of a user after a row; null when it can't be executed as planned. */
function movedResidences(
  ctx: OperationContext,
  set: WorkingSet,
  { user, operation }: { user: UserRow; operation: ImportOperation },
): Residence[] | null {
  const { residence, end } = operation;
  if (residence) {
    const started = startedResidence(ctx, set, { user, operation });
    return started && [...user.residences, started];
  }
  if (!end) return user.residences;
  const at = end.endsAt === null ? tenantNow(ctx) : new Date(end.endsAt);
  return user.residences.map((other) =>
    other.id === end.residenceId ? endedAt({ ...other, endsAt: null }, at, ctx) : other,
  );
}

function outcomeOf({ before, row }: TrackedRow<UserRow>, { operation }: PlannedRow): ApplyResult {
  const { end, user: set, isNewUser } = operation;
  const old = end && row.residences.find(({ id }) => id === end.residenceId);
  const was = (name: keyof ImportedPerson) => [name, row[name] ?? null] as const;
  return {
    user:
      isNewUser || before === null
        ? null
        : Object.fromEntries((Object.keys(set) as (keyof ImportedPerson)[]).map(was)),
    ...(set.email !== undefined && { accountId: row.accountId }),
    end: old ? { residenceId: old.id, endsAt: old.endsAt?.toISOString() ?? null } : null,
  };
}

/**
 * Applies the operation of a row to the working set, exactly as planned.
 *
 * @returns data for the revert; null, with nothing applied, when the data no longer allows the row
 */
export function applyRow(ctx: OperationContext, set: WorkingSet, planned: PlannedRow): ApplyResult {
  const { operation } = planned;
  const tracked = findUser(ctx, set, planned);
  if (!tracked || (operation.isNewUser ? set.users.has(operation.userId) : !isAsFound(tracked.row, planned)))
    return null;
  const residences = movedResidences(ctx, set, { user: tracked.row, operation });
  if (!residences || !placeUnit(ctx, set, planned)) return null;
  const changed = { ...withPerson(tracked.row, operation.isNewUser ? {} : operation.user), residences };
  const raised = tracked.before ? { version: tracked.before.version + 1, updatedAt: ctx.now } : {};
  const row = { ...changed, ...formerStateOf(changed, ctx.now), ...raised };
  set.users.set(row._id, { before: tracked.before, row });
  for (const residence of residences)
    if (residence.unitId === operation.unitId) keepResidence(set, residence);
  set.touched.add(operation.unitId);
  return outcomeOf(tracked, planned);
}
