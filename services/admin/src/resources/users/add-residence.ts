import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { checkAll } from '@pas/platform/errors/check-all';
import { alreadyExists } from '@pas/platform/errors/raise';
import { commit, type Change } from '@pas/shared/change/commit';
import type { UserRow } from '@pas/shared/models/user';
import { wasCancelled } from '@pas/shared/residences/residence-times';
import { startResidence } from '@pas/shared/residences/start-residence';
import { accessTargets, endAccess, nothing } from '@pas/shared/sessions/end-access';
import { loadUnit } from '../units/load-unit.ts';
import { loadUser } from './load-user.ts';
import { freeRole } from './free-role.ts';
import { readPeriod, requirePeriod, type Period } from './residence-period.ts';
import type { AddResidence } from './residence.schema.ts';
import { statusChange } from '@pas/shared/residences/status-change';
import { auditedResidence } from '@pas/shared/residences/audited-residence';

const overlaps = (a: Period, b: Period): boolean =>
  a.unitId === b.unitId &&
  (a.endsAt === null || a.endsAt > b.startsAt) &&
  (b.endsAt === null || b.endsAt > a.startsAt);

const isTaken = ({ residences }: UserRow, period: Period): boolean =>
  residences.some((other) => !wasCancelled(other) && overlaps(other, period));

/** @throws conflict when the person has a residence in the unit that overlaps the period */
export function requireFree(user: UserRow, period: Period): void {
  if (isTaken(user, period)) throw alreadyExists('residence of the user', 'unitId');
}

/** Checks a residence when other fields have problems; an end is checked only against a valid start. */
export async function checkResidence(
  ctx: OperationContext,
  id: string,
  { sent, faulty }: { sent: Partial<AddResidence>; faulty: ReadonlySet<string> },
): Promise<void> {
  const { kind } = await loadUser(ctx, id);
  const isValid = !faulty.has('startsAt');
  await requirePeriod(kind, readPeriod(ctx, isValid ? sent : {}), '');
}

/** Whether a person has a residence that overlaps the requested one. */
export function hasResidence(ctx: OperationContext, user: UserRow, input: AddResidence): boolean {
  return isTaken(user, { unitId: input.unitId, ...readPeriod(ctx, input) });
}

interface ResidenceToAdd {
  row: UserRow;
  input: AddResidence;
  userRow?: 'untouched' | 'updated';
}

/** Adds a residence within a change, as `addResidence` does. The caller records it. */
export async function addResidenceIn(
  ctx: OperationContext,
  change: Change,
  { row, input, userRow }: ResidenceToAdd,
) {
  const times = readPeriod(ctx, input);
  const [{ _id: unitId, propertyId }] = await checkAll(
    () => loadUnit(ctx, input.unitId, change.session),
    () => requirePeriod(row.kind, times, ''),
  );
  const period = { unitId, ...times };
  requireFree(row, period);
  const role = input.role ?? (await freeRole(ctx, period, change.session));
  const started = await startResidence(ctx, change, {
    user: row,
    ...period,
    role,
    inviteId: null,
    ...(userRow && { userRow }),
  });
  const { user, residence, superseded } = started;
  const ended = user.status === 'FORMER' ? await endAccess(ctx, change, row._id) : nothing;
  return {
    user,
    residence,
    propertyId,
    targets: [
      ...(residence ? [{ type: 'residence', id: residence.id }] : []),
      { type: 'unit', id: unitId },
      ...superseded.map((invite) => ({ type: 'invite', id: invite._id })),
      ...accessTargets(ended),
    ],
    changes: fieldChanges(null, residence, auditedResidence),
  };
}

/**
 * Adds a residence of a person in a unit. Other invites to the same person and unit end, and a FORMER user is
 * reactivated. A residence in the past makes a person without another one FORMER, and ends sessions and
 * devices.
 *
 * @throws not_found for an unknown user or unit
 * @throws invalid for staff and for a period that ends before it starts
 * @throws conflict for an overlapping residence
 */
export async function addResidence(ctx: OperationContext, id: string, input: AddResidence): Promise<UserRow> {
  return commit(ctx, async (change) => {
    const row = await loadUser(ctx, id, change.session);
    const { user, propertyId, targets, changes } = await addResidenceIn(ctx, change, { row, input });
    change.record({
      action: 'residence.created',
      targets: [{ type: 'user', id }, ...targets],
      changes: [...changes, ...statusChange(row, user)],
      propertyIds: [propertyId],
    });
    return user;
  });
}
