import type { OperationContext } from '@pas/shared/context/operation-context';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { holdsScope } from '@pas/shared/principal/principal';
import { visibleProperties } from '../properties/property-restriction.ts';
import { residenceConditions } from '../users/residence-conditions.ts';
import { readScope } from './invite-resident.ts';

type InvitedPerson = Pick<InviteRow, '_id' | 'inviteeName' | 'inviteeEmail' | 'inviteePhone'>;
type Resident = Pick<UserRow, '_id' | 'firstName' | 'lastName' | 'email' | 'phone'>;

/** Names a person by name and contact, such as `Clara Reyes (clara@example.test)`; empty without either. */
function describePerson(name: string | null, contact: string | null): string {
  if (name === null || name === '') return contact ?? '';
  return contact === null ? name : `${name} (${contact})`;
}

/** Names invites within the caller's reach with their persons, with one statement. */
export async function nameInvites(ctx: OperationContext, ids: readonly string[]) {
  const visible = visibleProperties(ctx, undefined);
  const filter = { _id: { $in: [...ids] }, tenantId: ctx.tenantId, ...(visible && { propertyId: visible }) };
  const fields = { inviteeName: 1, inviteeEmail: 1, inviteePhone: 1 };
  const rows = await InviteModel.find(filter, fields).lean<InvitedPerson[]>();
  const names = rows.map(({ _id, inviteeName, inviteeEmail, inviteePhone }) => {
    const person = describePerson(inviteeName, inviteeEmail ?? inviteePhone);
    return [_id, person === '' ? ' without a contact' : ` of ${person}`] as const;
  });
  const byId = new Map(names);
  return (id: string): string => `Invite ${id}${byId.get(id) ?? ''}`;
}

/** Names residents within the caller's reach, with one statement. Without `users:read`, it returns only their ids. */
export async function nameResidents(ctx: OperationContext, ids: readonly string[]) {
  if (!holdsScope(ctx.principal, readScope)) return (id: string): string => `Resident ${id}`;
  const reach = residenceConditions(ctx, {});
  const filter = { _id: { $in: [...ids] }, tenantId: ctx.tenantId, isLive: true };
  const fields = { firstName: 1, lastName: 1, email: 1, phone: 1 };
  const rows = await UserModel.find({ ...filter, ...(reach.length > 0 && { $and: reach }) }, fields).lean<
    Resident[]
  >();
  const names = rows.map(({ _id, firstName, lastName, email, phone }) => {
    const name = [firstName, lastName].filter(Boolean).join(' ');
    return [_id, `, ${describePerson(name, email ?? phone)}`] as const;
  });
  const byId = new Map(names);
  return (id: string): string => `Resident ${id}${byId.get(id) ?? ''}`;
}
