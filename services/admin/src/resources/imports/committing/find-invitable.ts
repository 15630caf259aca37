import type { Change } from '@pas/shared/change/commit';
import type { TenantMoment } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { inviteStateAt } from '@pas/shared/invites/invite-state';
import { expireInvite } from '@pas/shared/invites/expire-invite';
import { pendingKeyOf, type Invitee } from '@pas/shared/invites/new-invite';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { isHeld } from '@pas/shared/residences/held-residence';
import type { PlannedRow } from './working-set.ts';

/** A resident of an import who gets an invite. */
export interface Invitable {
  row: PlannedRow;
  unit: Pick<UnitRow, '_id' | 'propertyId'>;
  invitee: Invitee;
  role: InviteRow['role'];
}

type Snapshot = Pick<Change, 'session'>;

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

const nameOf = ({ firstName, lastName }: UserRow): string | null =>
  [firstName, lastName].filter((part) => part !== null).join(' ') || null;

const keyOf = ({ unit, invitee }: Invitable): string => pendingKeyOf(unit._id, invitee.contactKey) ?? '';

/** Loads the residents of the rows, by id. */
async function loadUsers(
  tenantId: string,
  { session }: Snapshot,
  rows: readonly PlannedRow[],
): Promise<Map<string, UserRow>> {
  const ids = distinct(rows.map(({ operation }) => operation.userId));
  const filter = { _id: { $in: ids }, tenantId, isLive: true, accountId: null };
  const users = await UserModel.find(filter).session(session).lean<UserRow[]>();
  return new Map(users.map((user) => [user._id, user]));
}

/** Finds the units of the rows that can get an invite: live, and in an active property. */
async function findOpenUnits(
  tenantId: string,
  { session }: Snapshot,
  rows: readonly PlannedRow[],
): Promise<Set<string>> {
  const live = { tenantId, isLive: true };
  const propertyIds = distinct(rows.map(({ operation }) => operation.propertyId));
  const open = { ...live, _id: { $in: propertyIds }, status: { $ne: 'ARCHIVED' as const } };
  const properties = await PropertyModel.find(open, { _id: 1 }).session(session).lean<{ _id: string }[]>();
  const known = new Set(properties.map(({ _id }) => _id));
  const inOpen = rows.filter(({ operation }) => known.has(operation.propertyId));
  const unitIds = distinct(inOpen.map(({ operation }) => operation.unitId));
  const units = await UnitModel.find({ ...live, _id: { $in: unitIds } }, { _id: 1 })
    .session(session)
    .lean<{ _id: string }[]>();
  return new Set(units.map(({ _id }) => _id));
}

/** Builds the invite of a row; null for a disabled resident and for one without a home or contact. */
function toInvite(row: PlannedRow, user: UserRow | undefined, at: TenantMoment): Invitable | null {
  const { unitId, propertyId } = row.operation;
  const home = user?.residences.find((residence) => residence.unitId === unitId && isHeld(residence, at));
  if (!user || !home || user.status === 'DISABLED') return null;
  const { email, phone, emailKey } = user;
  const contactKey = emailKey ?? phone;
  if (contactKey === null) return null;
  const invitee = { email, phone, name: nameOf(user), contactKey };
  return { row, unit: { _id: unitId, propertyId }, invitee, role: home.role };
}

/** Omits residents with a pending invite, and stores the expiry of expired invites. */
async function withoutPending(
  ctx: OperationContext,
  change: Change,
  people: readonly Invitable[],
): Promise<Invitable[]> {
  const byKey = new Map(people.map((person) => [keyOf(person), person]));
  const filter = {
    tenantId: ctx.tenantId,
    pendingKey: { $in: [...byKey.keys()] },
    status: 'PENDING' as const,
  };
  const pending = await InviteModel.find(filter).session(change.session).lean<InviteRow[]>();
  for (const invite of pending) {
    if (inviteStateAt(invite, ctx.now).status === 'PENDING') byKey.delete(invite.pendingKey ?? '');
    else await expireInvite(ctx, change, invite);
  }
  return [...byKey.values()];
}

/** Finds residents of rows who cannot sign in yet and have a current or future home in the unit. */
export async function findInvitable(
  ctx: OperationContext,
  change: Change,
  rows: readonly PlannedRow[],
): Promise<Invitable[]> {
  const users = await loadUsers(ctx.tenantId, change, rows);
  const units = await findOpenUnits(ctx.tenantId, change, rows);
  const people = rows
    .filter(({ operation }) => units.has(operation.unitId))
    .map((row) => toInvite(row, users.get(row.operation.userId), ctx))
    .filter((person) => person !== null);
  return people.length === 0 ? [] : withoutPending(ctx, change, people);
}
