import { emailKey } from '../contacts/email.ts';
import { formerStateOf } from './former.ts';
import { newLiveRow, type RowContext } from './new-row.ts';
import { emptyUser, type UserRow } from './user.ts';

/**
 * Makes the row of a person. By default it has no residences, and a resident is INVITED. A resident with only ended
 * residences is FORMER.
 */
export function newUser(ctx: RowContext, given: Partial<UserRow>): UserRow {
  const { kind = 'RESIDENT', email = null } = given;
  const row: UserRow = {
    ...emptyUser,
    ...newLiveRow(ctx, 'user'),
    kind,
    emailKey: email === null ? null : emailKey(email),
    // Residents become ACTIVE by a sign-in. Staff are members of their organization.
    status: kind === 'RESIDENT' ? 'INVITED' : 'ACTIVE',
    residences: [],
    ...given,
  };
  return { ...row, ...formerStateOf(row, ctx.now) };
}
