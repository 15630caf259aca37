import type { TenantMoment } from '../context/tenant-now.ts';
import type { UserRow } from '../models/user.ts';
import { isHeld } from './held-residence.ts';

/**
 * Returns the properties in which a person has a current or future residence. Audit records of the person name them, so
 * that callers restricted to an earlier home do not see later changes.
 */
export const heldProperties = ({ residences }: Pick<UserRow, 'residences'>, at: TenantMoment): string[] => [
  ...new Set(residences.filter((residence) => isHeld(residence, at)).map(({ propertyId }) => propertyId)),
];
