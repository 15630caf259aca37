import { notFound } from '@pas/platform/errors/raise';
import { loadResident } from '@pas/shared/accounts/load-resident';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { isCurrent, type Residence } from '@pas/shared/models/user';
import type { ClientSession } from 'mongoose';

/**
 * Finds the current home that a resident means: the named one, or the only one.
 *
 * @throws invalid (`required` at `unitId`) without a named home, unless the person has exactly one; not_found for
 *   another unit
 */
export async function findHome(
  ctx: OperationContext,
  unitId: string | null | undefined,
  session: ClientSession | null = null,
): Promise<Residence> {
  const { residences } = await loadResident(ctx, session);
  const homes = residences.filter((residence) => isCurrent(residence, ctx));
  const asked = unitId ?? null;
  const units = new Set(homes.map((home) => home.unitId));
  if (asked === null && units.size !== 1)
    throw invalidField('unitId', 'required', 'Name the home that the report is about.');
  const home = homes.find((one) => asked === null || one.unitId === asked);
  if (!home) throw notFound();
  return home;
}
