import type { Residence, UserRow } from './user.ts';

type Status = UserRow['status'];

/** The fields of a user that follow from the residences: whether and when the person is FORMER. */
export type FormerState = Pick<UserRow, 'status' | 'isFormer' | 'formerDueAt'>;

/** Whether a residence has been held, or is going to be: a cancelled one ends where it starts. */
const isHeldEver = ({ startsAt, endsAt }: Residence): boolean => endsAt === null || endsAt > startsAt;

/** When the last residence ends; null for a person who never had one, or one of whose residences has no end. */
function lastEnd(residences: readonly Residence[]): Date | null {
  const ends = residences.filter(isHeldEver).map(({ endsAt }) => endsAt);
  const known = ends.filter((end) => end !== null);
  if (known.length === 0 || known.length < ends.length) return null;
  return new Date(Math.max(...known.map(Number)));
}

/**
 * Works out whether a user with these residences is FORMER. A residence that ends later, one to come too, keeps them
 * from it, and brings a FORMER user back: as ACTIVE, or as INVITED without an account. DISABLED stays DISABLED. Every
 * change of the residences or of the status stores the answer.
 */
export function formerStateOf(
  { status, accountId, residences }: Pick<UserRow, 'status' | 'accountId' | 'residences'>,
  now: Date,
): FormerState {
  if (status === 'DISABLED') return { status, isFormer: null, formerDueAt: null };
  const end = lastEnd(residences);
  if (end !== null && end <= now) return { status: 'FORMER', isFormer: true, formerDueAt: null };
  const returned: Status = accountId === null ? 'INVITED' : 'ACTIVE';
  return { status: status === 'FORMER' ? returned : status, isFormer: null, formerDueAt: end };
}

/** The status of a user at a moment: FORMER at its time, also before the sweeper stores that. */
export function userStatusAt(user: Pick<UserRow, 'status' | 'formerDueAt'>, now: Date): Status {
  const { status, formerDueAt } = user;
  if (status === 'DISABLED' || status === 'FORMER') return status;
  // Rows of an earlier release may lack the field.
  const isDue = formerDueAt instanceof Date && formerDueAt <= now;
  return isDue ? 'FORMER' : status;
}

/** The query of users who are FORMER by a moment and not stored so yet; `$type` makes it stand on its index. */
export function formerDueBy(now: Date) {
  return { formerDueAt: { $type: 'date' as const, $lte: now } };
}

/**
 * The query of the state that a user was read in. A write that makes a user FORMER, or brings one back, names it: the
 * number of listed users follows from it.
 */
export function inFormerState({ isFormer }: Pick<UserRow, 'isFormer'>) {
  return { isFormer: isFormer === true ? true : null };
}
