import { Fault } from '@pas/shared/errors/fault';
import { forbidden } from '@pas/shared/errors/raise';
import { isCurrent, type UserRow } from '@pas/shared/models/user';
import { residentDisabled } from '../me/load-resident.ts';
import { requireActiveTenant, tenantSuspended } from '../require-active-tenant.ts';

async function isTenantOpen({ tenantId }: UserRow): Promise<boolean> {
  try {
    await requireActiveTenant(tenantId);
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

/** The higher, the likelier this is where the person wants to be: where they live now, and have been before. */
const likelihood = (user: UserRow, now: Date): number =>
  2 * Number(user.residences.some((residence) => isCurrent(residence, now))) +
  Number(user.status === 'ACTIVE');

/**
 * Picks the resident that a person comes in as; the others are reached by a switch.
 *
 * @throws forbidden where there is none, where all are disabled, and where all tenants are suspended
 */
export async function chooseResident(residents: readonly UserRow[], now: Date): Promise<UserRow> {
  if (residents.length === 0) {
    throw forbidden(
      'resident_not_found',
      'No property knows this e-mail. Ask your property manager for an invite.',
    );
  }
  const enabled = residents.filter(({ status }) => status !== 'DISABLED');
  if (enabled.length === 0) throw residentDisabled();
  const isOpen = await Promise.all(enabled.map(isTenantOpen));
  const [chosen] = enabled
    .filter((_resident, index) => isOpen[index])
    .toSorted((a, b) => likelihood(b, now) - likelihood(a, now) || a._id.localeCompare(b._id));
  if (!chosen) throw tenantSuspended();
  return chosen;
}
