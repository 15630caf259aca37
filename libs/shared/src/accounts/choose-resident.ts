import { forbidden } from '../errors/raise.ts';
import type { TenantRow } from '../models/tenant.ts';
import { userStatusAt } from '../models/former.ts';
import { isCurrent, type UserRow } from '../models/user.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import { residentDisabled, residentFormer } from './load-resident.ts';

interface Candidate {
  user: UserRow;
  tenant: TenantRow;
}

/** The resident with the tenant; nobody where the tenant is gone. */
async function readCandidate(user: UserRow): Promise<Candidate[]> {
  const tenant = await findTenant(user.tenantId);
  return tenant ? [{ user, tenant }] : [];
}

/** The higher, the likelier this is where the person wants to be: an open house, a home now, a visit before. */
const likelihood = ({ user, tenant }: Candidate, now: Date): number =>
  4 * Number(tenant.status === 'ACTIVE') +
  2 * Number(user.residences.some((residence) => isCurrent(residence, now))) +
  Number(user.status === 'ACTIVE');

/** What a person is told none of whose residents may come in. */
const refusal = (candidates: readonly Candidate[], now: Date) =>
  candidates.every(({ user }) => userStatusAt(user, now) === 'FORMER')
    ? residentFormer()
    : residentDisabled();

/**
 * Picks the resident that a person comes in as; the others are reached by a switch. A suspended tenant is the property
 * manager's affair: its residents still come in, to doors and calls.
 *
 * @throws forbidden where there is none, and where all are disabled or FORMER
 */
export async function chooseResident(residents: readonly UserRow[], now: Date): Promise<UserRow> {
  const candidates = (await Promise.all(residents.map(readCandidate))).flat();
  if (candidates.length === 0) {
    throw forbidden(
      'resident_not_found',
      'No property has this e-mail on record. Ask your property manager for an invite.',
    );
  }
  const [chosen] = candidates
    .filter(({ user }) => ['INVITED', 'ACTIVE'].includes(userStatusAt(user, now)))
    .toSorted((a, b) => likelihood(b, now) - likelihood(a, now) || a.user._id.localeCompare(b.user._id));
  if (!chosen) throw refusal(candidates, now);
  return chosen.user;
}
