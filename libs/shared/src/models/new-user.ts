import { phoneWords } from '../contacts/phone-search.ts';
import { searchWords } from '@pas/platform/lists/search-words';
import { emailKey } from '../contacts/email.ts';
import { newLiveRow, type RowContext } from './new-row.ts';
import type { UserRow } from './user.ts';

/** Makes the row of a person who lives nowhere yet; a resident who has signed in nowhere yet, unless told otherwise. */
export function newUser(ctx: RowContext, given: Partial<UserRow>): UserRow {
  const { kind = 'RESIDENT', email = null, phone = null, firstName = null, lastName = null } = given;
  return {
    ...newLiveRow(ctx, 'user'),
    kind,
    accountId: null,
    email,
    emailKey: email === null ? null : emailKey(email),
    phone,
    firstName,
    lastName,
    // Residents prove themselves by signing in; staff come by their organization.
    status: kind === 'RESIDENT' ? 'INVITED' : 'ACTIVE',
    locale: null,
    residences: [],
    searchWords: searchWords(email, phone, ...phoneWords(phone), firstName, lastName),
    ...given,
  };
}
