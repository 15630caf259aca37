import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit } from '@pas/shared/change/commit';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { newUser } from '@pas/shared/models/new-user';
import { requireAllProperties } from '../properties/property-restriction.ts';
import { raiseTaken } from '../save-changes.ts';
import { nobody, readContacts } from './read-contacts.ts';
import { auditedUser, type CreateUser } from './user.schema.ts';

/**
 * Adds a person to the tenant, who lives nowhere yet.
 *
 * @throws forbidden for keys restricted to some properties, which don't reach people without a residence there; invalid
 *   without a contact; conflict when another user of the kind has the e-mail
 */
export async function createUser(ctx: OperationContext, input: CreateUser): Promise<UserRow> {
  requireAllProperties(ctx);
  const { kind, firstName = null, lastName = null, locale = null, status } = input;
  const contacts = await readContacts(ctx, { known: nobody, sent: input });
  const given = { ...contacts, kind, firstName, lastName, locale, ...(status && { status }) };
  const row = newUser(ctx, given);
  const write = commit(ctx, async (change) => {
    await UserModel.insertMany([row], { session: change.session });
    change.record({
      action: 'user.created',
      targets: [{ type: 'user', id: row._id }],
      changes: fieldChanges(null, row, auditedUser),
    });
    return row;
  });
  return write.catch((error: unknown) => raiseTaken(error, 'user', { emailKey: 'email' }));
}
