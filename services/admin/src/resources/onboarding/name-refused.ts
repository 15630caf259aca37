import type { OperationContext } from '@pas/shared/context/operation-context';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import type { z } from 'zod';
import { visibleProperties } from '../properties/property-restriction.ts';
import type { BulkResult } from './bulk.schema.ts';

type Result = z.input<typeof BulkResult>;
type Person = Pick<InviteRow, '_id' | 'inviteeName' | 'inviteeEmail' | 'inviteePhone'>;

/** Names a person by name and contact, such as ` of Clara Reyes (clara@example.test)`. */
function describePerson({ inviteeName: name, inviteeEmail: email, inviteePhone: phone }: Person): string {
  const contact = email ?? phone;
  if (name === null) return contact === null ? ' without a contact' : ` of ${contact}`;
  return contact === null ? ` of ${name}` : ` of ${name} (${contact})`;
}

/** Reads the persons of invites within the caller's reach, with one statement. */
async function readPersons(ctx: OperationContext, ids: readonly string[]): Promise<Map<string, Person>> {
  const visible = visibleProperties(ctx, undefined);
  const filter = { _id: { $in: [...ids] }, tenantId: ctx.tenantId, ...(visible && { propertyId: visible }) };
  const fields = { inviteeName: 1, inviteeEmail: 1, inviteePhone: 1 };
  const rows = await InviteModel.find(filter, fields).lean<Person[]>();
  return new Map(rows.map((row) => [row._id, row]));
}

/** Puts the invite and its person before the reason of each refused result. Costs nothing without a refusal. */
export async function nameRefused(ctx: OperationContext, results: readonly Result[]): Promise<Result[]> {
  const refused = results.filter(({ message }) => message !== undefined).map(({ inviteId }) => inviteId);
  if (refused.length === 0) return [...results];
  const persons = await readPersons(ctx, refused);
  return results.map((result) => {
    const { inviteId, message } = result;
    if (message === undefined) return result;
    const person = persons.get(inviteId);
    return { ...result, message: `Invite ${inviteId}${person ? describePerson(person) : ''}: ${message}` };
  });
}
