import { tenantNow, type TenantMoment } from '../context/tenant-now.ts';
import type { Residence, UserRow } from './user.ts';

type Status = UserRow['status'];

/** The fields of a user that follow from the residences: whether and when the person is FORMER. */
export type FormerState = Pick<UserRow, 'status' | 'isFormer' | 'formerDueAt'>;

/** Whether a residence is past, current or future. A cancelled one ends at its start. */
const isUncancelled = ({ startsAt, endsAt }: Residence): boolean => endsAt === null || endsAt > startsAt;

/** Returns the end of the last residence. It is null without residences, and if a residence has no end. */
function lastEnd(residences: readonly Residence[]): Date | null {
  const ends = residences.filter(isUncancelled).map(({ endsAt }) => endsAt);
  const known = ends.filter((end) => end !== null);
  if (known.length === 0 || known.length < ends.length) return null;
  return new Date(Math.max(...known.map(Number)));
}

/**
 * Computes whether a user with these residences is FORMER. A current or future residence prevents it. It also makes a
 * FORMER user ACTIVE again, or INVITED without an account. DISABLED stays DISABLED. Every change of the residences or
 * of the status stores the result.
 */
export function formerStateOf(
  {
    tenantId,
    status,
    accountId,
    residences,
  }: Pick<UserRow, 'tenantId' | 'status' | 'accountId' | 'residences'>,
  now: Date,
): FormerState {
  if (status === 'DISABLED') return { status, isFormer: null, formerDueAt: null };
  const end = lastEnd(residences);
  if (end !== null && end <= tenantNow({ tenantId, now }))
    return { status: 'FORMER', isFormer: true, formerDueAt: null };
  const returned: Status = accountId === null ? 'INVITED' : 'ACTIVE';
  return { status: status === 'FORMER' ? returned : status, isFormer: null, formerDueAt: end };
}

/** Returns the status of a user at a moment. FORMER applies at its time, even before the sweeper stores it. */
export function userStatusAt(user: Pick<UserRow, 'tenantId' | 'status' | 'formerDueAt'>, now: Date): Status {
  const { tenantId, status, formerDueAt } = user;
  if (status === 'DISABLED' || status === 'FORMER') return status;
  const isDue = formerDueAt !== null && formerDueAt <= tenantNow({ tenantId, now });
  return isDue ? 'FORMER' : status;
}

/** Returns the query of users who are due to be stored as FORMER. `$type` lets the store use the partial index. */
export function formerDueBy(at: TenantMoment) {
  return { formerDueAt: { $type: 'date' as const, $lte: tenantNow(at) } };
}

/**
 * Returns the query of the stored FORMER state. A write that changes this state includes it, because the count of
 * listed users depends on it.
 */
export function inFormerState({ isFormer }: Pick<UserRow, 'isFormer'>) {
  return { isFormer: isFormer === true ? true : null };
}
