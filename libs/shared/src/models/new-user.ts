import { emailKey } from '../contacts/email.ts';
import { formerStateOf } from './former.ts';
import { newLiveRow, type RowContext } from './new-row.ts';
import type { UserRow } from './user.ts';

/**
 * Makes the row of a person. By default it has no residences, and a resident is INVITED. A resident with only ended
 * residences is FORMER.
 */
export function newUser(ctx: RowContext, given: Partial<UserRow>): UserRow {
  const { kind = 'RESIDENT', email = null, phone = null, firstName = null, lastName = null } = given;
  const row: UserRow = {
    ...newLiveRow(ctx, 'user'),
    kind,
    accountId: null,
    email,
    emailKey: email === null ? null : emailKey(email),
    phone,
    verifiedPhone: null,
    claimedPhone: null,
    firstName,
    lastName,
    // Residents become ACTIVE by a sign-in. Staff are members of their organization.
    status: kind === 'RESIDENT' ? 'INVITED' : 'ACTIVE',
    locale: null,
    externalId: null,
    importedBy: null,
    propertyIds: null,
    isFormer: null,
    formerDueAt: null,
    signedInAt: null,
    deviceChangedAt: null,
    residences: [],
    callSettings: null,
    directory: null,
    ...given,
  };
  return { ...row, ...formerStateOf(row, ctx.now) };
}
