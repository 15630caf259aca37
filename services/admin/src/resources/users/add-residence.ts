import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { checkAll } from '@pas/platform/errors/check-all';
import { alreadyExists } from '@pas/platform/errors/raise';
import { invalidField } from '@pas/shared/errors/raise';
import { commit } from '@pas/shared/change/commit';
import { UserModel, type Residence, type UserRow } from '@pas/shared/models/user';
import { wasCancelled } from '@pas/shared/residences/residence-times';
import { startResidence } from '@pas/shared/residences/start-residence';
import type { ClientSession } from 'mongoose';
import { loadUnit } from '../units/load-unit.ts';
import { loadUser } from './load-user.ts';
import type { AddResidence } from './residence.schema.ts';

type Period = Pick<Residence, 'unitId' | 'startsAt' | 'endsAt'>;

const overlaps = (a: Period, b: Period): boolean =>
  a.unitId === b.unitId &&
  (a.endsAt === null || a.endsAt > b.startsAt) &&
  (b.endsAt === null || b.endsAt > a.startsAt);

/** @throws not_found for an unknown user, invalid for one who has no residence */
async function loadResident(
  ctx: OperationContext,
  id: string,
  session: ClientSession | null,
): Promise<UserRow> {
  const row = await loadUser(ctx, id, session);
  if (row.kind === 'RESIDENT') return row;
  const message = 'Staff have no residence. Create a RESIDENT for a person who also lives here.';
  throw invalidField('id', 'staff_has_no_residence', message);
}

/** @throws invalid for a residence that would end before it began */
function requirePeriod({ now }: OperationContext, { startsAt = now, endsAt }: Partial<AddResidence>): void {
  if (endsAt === undefined || endsAt === null || endsAt > startsAt) return;
  throw invalidField('endsAt', 'ends_before_start', 'endsAt: Expected a time after the residence starts.');
}

/** Judges a residence of which other fields have problems; an end needs a start that is sound. */
export async function checkResidence(
  ctx: OperationContext,
  id: string,
  { sent, faulty }: { sent: Partial<AddResidence>; faulty: ReadonlySet<string> },
): Promise<void> {
  await checkAll(
    () => loadResident(ctx, id, null),
    () => faulty.has('startsAt') || requirePeriod(ctx, sent),
  );
}

/** @throws conflict when the person lives in the unit, or will, at some moment of the period */
function requireFree({ residences }: UserRow, period: Period): void {
  const isTaken = residences.some((other) => !wasCancelled(other) && overlaps(other, period));
  if (isTaken) throw alreadyExists('residence of the user', 'unitId');
}

async function freeRole(
  { tenantId }: OperationContext,
  { unitId, startsAt }: Period,
  session: ClientSession,
): Promise<Residence['role']> {
  const primary = { unitId, role: 'PRIMARY', $or: [{ endsAt: null }, { endsAt: { $gt: startsAt } }] };
  const filter = { tenantId, isLive: true, residences: { $elemMatch: primary } };
  return (await UserModel.findOne(filter, { _id: 1 }).session(session).lean()) ? 'OCCUPANT' : 'PRIMARY';
}

/**
 * Ties a person to a unit. Other invites to the same person and unit end with it.
 *
 * @throws not_found for an unknown user or unit, invalid for staff and for a period that ends before it starts, conflict
 *   when the person lives there already
 */
export async function addResidence(ctx: OperationContext, id: string, input: AddResidence): Promise<UserRow> {
  return commit(ctx, async (change) => {
    const [row, { _id: unitId, propertyId }] = await checkAll(
      () => loadResident(ctx, id, change.session),
      () => loadUnit(ctx, input.unitId, change.session),
      () => requirePeriod(ctx, input),
    );
    const period = { unitId, startsAt: input.startsAt ?? ctx.now, endsAt: input.endsAt ?? null };
    requireFree(row, period);
    const role = input.role ?? (await freeRole(ctx, period, change.session));
    const started = await startResidence(ctx, change, { user: row, ...period, role, inviteId: null });
    const { user, residence, superseded } = started;
    change.record({
      action: 'residence.created',
      targets: [
        { type: 'user', id },
        ...(residence ? [{ type: 'residence', id: residence.id }] : []),
        { type: 'unit', id: unitId },
        ...superseded.map((invite) => ({ type: 'invite', id: invite._id })),
      ],
      changes: fieldChanges(null, residence, { fields: ['unitId', 'role', 'startsAt', 'endsAt'] }),
      propertyIds: [propertyId],
    });
    return user;
  });
}
