import type { TenantRow } from '../models/tenant.ts';
import { userStatusAt } from '../models/former.ts';
import { isCurrent, type UserRow } from '../models/user.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import { residentDisabled, residentFormer, residentNotFound } from './load-resident.ts';

interface Candidate {
  user: UserRow;
  tenant: TenantRow;
}

/** Reads the resident with the tenant. The list is empty if the tenant is deleted. */
async function readCandidate(user: UserRow): Promise<Candidate[]> {
  const tenant = await findTenant(user.tenantId);
  return tenant ? [{ user, tenant }] : [];
}

/**
 * Ranks a membership. The highest rank is the most likely choice of the person. An active tenant counts most, then a
 * current residence, then an ACTIVE user.
 */
const likelihood = ({ user, tenant }: Candidate, now: Date): number =>
  4 * Number(tenant.status === 'ACTIVE') +
  2 * Number(user.residences.some((residence) => isCurrent(residence, { tenantId: user.tenantId, now }))) +
  Number(user.status === 'ACTIVE');

/** Returns the refusal of a person whose memberships may not sign in. */
const refusal = (candidates: readonly Candidate[], now: Date) =>
  candidates.every(({ user }) => userStatusAt(user, now) === 'FORMER')
    ? residentFormer()
    : residentDisabled();

/**
 * Picks the membership with which a person signs in; `switch` reaches the others. Residents of a suspended tenant can
 * still sign in, for doors and calls.
 *
 * @throws forbidden if there is none, or all are disabled or FORMER
 */
export async function chooseResident(residents: readonly UserRow[], now: Date): Promise<UserRow> {
  const candidates = (await Promise.all(residents.map(readCandidate))).flat();
  if (candidates.length === 0) throw residentNotFound();
  const [chosen] = candidates
    .filter(({ user }) => ['INVITED', 'ACTIVE'].includes(userStatusAt(user, now)))
    .toSorted((a, b) => likelihood(b, now) - likelihood(a, now) || a.user._id.localeCompare(b.user._id));
  if (!chosen) throw refusal(candidates, now);
  return chosen.user;
}
