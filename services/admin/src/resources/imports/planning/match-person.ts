import type { KnownUser, Matches } from './load-matches.ts';
import { hasPhoneOnly, nameKey } from './person-keys.ts';
import type { ReadRow } from './read-row.ts';
import type { RowProblem } from './row-problems.ts';

/** Person of a row; `user` is null for a person who is new to the tenant. */
export interface MatchedPerson {
  user: KnownUser | null;
  problem: RowProblem | null;
}

interface MatchContext {
  matches: Matches;
  /** Whether this import has created the user on a line of another person. */
  isOfOtherLine: (user: KnownUser) => boolean;
  /** Whether the import may change the user, within its property restriction. */
  isReached: (user: KnownUser) => boolean;
}

const identityConflict = (field: RowProblem['field'], message: string): MatchedPerson => ({
  user: null,
  problem: { field, code: 'identity_conflict', message },
});

/** Whether a resident who was found by e-mail has another key. */
const hasOtherKey = (mailed: KnownUser | null, externalId: string | undefined): boolean =>
  externalId !== undefined &&
  mailed !== null &&
  mailed.externalId !== null &&
  mailed.externalId !== externalId;

function byKeys({ person, emailKey }: ReadRow, { matches }: MatchContext): MatchedPerson {
  const { externalId } = person;
  const known = externalId === undefined ? null : matches.byExternalId(externalId);
  const mailed = emailKey === null ? null : matches.byEmail(emailKey);
  if (known && known.kind !== 'RESIDENT')
    return identityConflict('externalId', 'externalId: It belongs to a member of staff, not to a resident.');
  if (known && mailed && known._id !== mailed._id) {
    const message =
      'externalId: It belongs to one resident and the e-mail to another. Correct one of the two.';
    return identityConflict('externalId', message);
  }
  if (!known && hasOtherKey(mailed, externalId)) {
    const message = 'email: The resident with this e-mail has another externalId. Correct one of the two.';
    return identityConflict('email', message);
  }
  return { user: known ?? mailed, problem: null };
}

/** Leaves out residents with an e-mail or key other than the row's. */
function withoutOtherKeys(users: readonly KnownUser[], { person, emailKey }: ReadRow): KnownUser[] {
  return users.filter(
    (user) =>
      (emailKey === null || user.emailKey === null) &&
      (person.externalId === undefined || user.externalId === null),
  );
}

/** Finds a resident by phone and name. A household may share a phone, so a phone alone is ambiguous. */
function byPhone(row: ReadRow, { matches, isOfOtherLine }: MatchContext): MatchedPerson {
  const { phone } = row.person;
  const sharing = phone === undefined ? [] : matches.byPhone(phone).filter((user) => !isOfOtherLine(user));
  const name = nameKey(row.person);
  const same = sharing.filter((user) => nameKey(user) === name);
  if (!hasPhoneOnly(row)) {
    const [only, ...more] = name === '' ? [] : withoutOtherKeys(same, row);
    return { user: only && more.length === 0 ? only : null, problem: null };
  }
  const [first, ...others] = same.length > 0 ? same : sharing;
  if (!first) return { user: null, problem: null };
  const mayBe = same.length > 0 || name === '' || nameKey(first) === '';
  if (mayBe && others.length === 0) return { user: first, problem: null };
  const message =
    'phone: A resident with this phone has another name, or several have it. Add the e-mail or the externalId.';
  return identityConflict('phone', message);
}

/** Finds the resident of a row: by externalId, else by e-mail, else by phone and name. */
export function matchPerson(row: ReadRow, seen: MatchContext): MatchedPerson {
  const byKey = byKeys(row, seen);
  const found = byKey.user || byKey.problem ? byKey : byPhone(row, seen);
  if (!found.user || seen.isReached(found.user)) return found;
  const message =
    'A resident of another property has this e-mail, phone or externalId, which is beyond your key.';
  return identityConflict(row.emailKey === null ? 'phone' : 'email', message);
}
