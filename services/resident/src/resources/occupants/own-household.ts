import { forbidden } from '@pas/shared/errors/raise';
import { notFound } from '@pas/platform/errors/raise';
import { loadResident } from '@pas/shared/accounts/load-resident';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { isCurrent, type Residence, type UserRow } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';

/** A unit whose occupants the signed-in resident manages. */
export interface OwnHousehold {
  person: UserRow;
  /** The current PRIMARY residence of the person. */
  residence: Residence;
}

/**
 * Finds the household of the signed-in resident in a unit.
 *
 * @throws not_found for a unit that is not a current home; forbidden (`primary_required`) for an OCCUPANT
 */
export async function loadOwnHousehold(
  ctx: OperationContext,
  unitId: string,
  session: ClientSession | null = null,
): Promise<OwnHousehold> {
  const person = await loadResident(ctx, session);
  const here = person.residences.filter((other) => other.unitId === unitId && isCurrent(other, ctx));
  if (here.length === 0) throw notFound();
  const residence = here.find(({ role }) => role === 'PRIMARY');
  if (residence) return { person, residence };
  throw forbidden(
    'primary_required',
    'Only the main resident of the unit can see or change who lives there.',
  );
}
