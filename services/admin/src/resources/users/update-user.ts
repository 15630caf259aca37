import { phoneWords } from '@pas/shared/contacts/phone-search';
import { sentFields } from '@pas/platform/http/sent-fields';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { commit, type Change } from '@pas/shared/change/commit';
import { requireVersion } from '@pas/platform/http/parse-input';
import { searchWords } from '@pas/platform/lists/search-words';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';
import { raiseTaken, saveChanges } from '../save-changes.ts';
import { endSessions } from '@pas/shared/sessions/end-sessions';
import { loadUser } from './load-user.ts';
import { readContacts } from './read-contacts.ts';
import { requireWholeUser } from './require-whole-user.ts';
import { auditedUser, type UpdateUser } from './user.schema.ts';

interface Update {
  id: string;
  ifMatch: readonly number[] | null;
  patch: UpdateUser;
}

/** The fields of a user that a patch can move. Who gets another e-mail has to prove that one before it opens anything. */
async function patchedFields(
  ctx: OperationContext,
  { row, patch }: { row: UserRow; patch: UpdateUser },
  session: ClientSession,
) {
  const contacts = await readContacts(ctx, { known: row, sent: patch }, session);
  const { email: _email, phone: _phone, ...rest } = patch;
  const sent = sentFields(rest);
  const { firstName, lastName } = { ...row, ...sent };
  return {
    ...sent,
    ...contacts,
    accountId: contacts.emailKey === row.emailKey ? row.accountId : null,
    searchWords: searchWords(
      contacts.email,
      contacts.phone,
      ...phoneWords(contacts.phone),
      firstName,
      lastName,
    ),
  };
}

type Patched = Awaited<ReturnType<typeof patchedFields>>;

/** Ends the sessions of a person who is shut out, or whose proof of who they are holds no more. */
async function endSessionsAfter(
  ctx: OperationContext,
  change: Change,
  { row, fields }: { row: UserRow; fields: Patched },
): Promise<string[]> {
  const isShutOut = fields.status === 'DISABLED' && row.status !== 'DISABLED';
  return isShutOut || fields.emailKey !== row.emailKey ? endSessions(ctx, change, row._id) : [];
}

/**
 * Changes a user. A patch that changes nothing leaves version and audit alone.
 *
 * @throws not_found, precondition_failed, invalid for contacts, conflict when another user of the kind has the e-mail,
 *   forbidden for keys restricted to some of the properties where a person lives who would lose all of them
 */
export async function updateUser(ctx: OperationContext, { id, ifMatch, patch }: Update): Promise<UserRow> {
  const write = commit(ctx, async (change) => {
    const row = await loadUser(ctx, id, change.session);
    requireVersion(row, ifMatch);
    const fields = await patchedFields(ctx, { row, patch }, change.session);
    const patched = { ...row, ...fields };
    const changes = fieldChanges(row, patched, auditedUser);
    if (changes.length === 0) return row;
    if (patched.status !== row.status || patched.emailKey !== row.emailKey) requireWholeUser(ctx, row);
    const sessions = await endSessionsAfter(ctx, change, { row, fields });
    change.record({
      action: 'user.updated',
      targets: [{ type: 'user', id }, ...sessions.map((ended) => ({ type: 'session', id: ended }))],
      changes,
      propertyIds: row.residences.map(({ propertyId }) => propertyId),
    });
    return saveChanges(ctx, change, { model: UserModel, row, fields });
  });
  return write.catch((error: unknown) => raiseTaken(error, 'user', { emailKey: 'email' }));
}
