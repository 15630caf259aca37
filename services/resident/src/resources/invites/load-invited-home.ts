import { notFound } from '@pas/platform/errors/raise';
import type { InviteRow } from '@pas/shared/models/invite';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UnitModel, type UnitRow } from '@pas/shared/models/unit';
import type { InvitedHome } from './invite-preview.schema.ts';

/**
 * Reads the unit and the property that an invite offers.
 *
 * @throws not_found when one of them no longer exists
 */
export async function loadInvitedHome(invite: InviteRow): Promise<InvitedHome> {
  const { tenantId, unitId, propertyId } = invite;
  const [unit, property] = await Promise.all([
    UnitModel.findOne({ _id: unitId, tenantId }).lean<UnitRow>(),
    PropertyModel.findOne({ _id: propertyId, tenantId }).lean<PropertyRow>(),
  ]);
  if (!unit || !property) throw notFound();
  return { invite, unit, property };
}
