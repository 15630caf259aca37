import { tenantNow } from '@pas/shared/context/tenant-now';
import { mayOpen } from '@pas/shared/access/may-open';
import { wasRevoked } from '@pas/shared/access/may-use-pass';
import { isWithinWindow } from '@pas/shared/access/pass-window';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { AccessPassRow } from '@pas/shared/models/access-pass';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import type { Brand } from '@pas/shared/pages/brand';
import { loadBrand } from '@pas/shared/tenants/load-brand';
import { findPass } from './find-pass.ts';
import { deadPass } from './refuse-pass.ts';

/** A pass with the rows that its page shows. */
export interface GuestPassView {
  pass: AccessPassRow;
  property: PropertyRow;
  /** The company of the property. */
  brand: Brand;
  /** Doors that the pass opens within its times. */
  doors: AccessPointRow[];
  /** True when the times of the pass allow an opening now. */
  isWithinTimes: boolean;
}

/** Loads the resident who created a pass; null for passes of staff and for a deleted resident. */
async function hostOf({ tenantId, createdBy }: AccessPassRow): Promise<UserRow | null> {
  if (createdBy.type !== 'RESIDENT') return null;
  return UserModel.findOne({ _id: createdBy.id, tenantId }).lean<UserRow>();
}

/**
 * Reads the pass of a link, with the doors that it still opens. Takes no use of the pass.
 *
 * @throws not_found for an unknown token; gone for an ended pass
 */
export async function loadGuestPass(token: string, now: Date): Promise<GuestPassView> {
  const pass = await findPass(token);
  if (wasRevoked(pass)) throw deadPass('pass_revoked');
  const time = tenantNow({ tenantId: pass.tenantId, now });
  if (!pass.isLive || time >= pass.endsAt) throw deadPass('pass_expired');
  const { tenantId, accessPointIds, createdBy } = pass;
  const [host, property, rows, brand] = await Promise.all([
    hostOf(pass),
    PropertyModel.findOne({ _id: pass.propertyId, tenantId }).lean<PropertyRow>(),
    AccessPointModel.find({ _id: { $in: accessPointIds }, tenantId, isLive: true }).lean<AccessPointRow[]>(),
    loadBrand(tenantId),
  ]);
  if (!property || rows.length === 0) throw deadPass('pass_revoked');
  const isOfResident = createdBy.type === 'RESIDENT';
  const doors = rows.filter((door) => !isOfResident || (host && mayOpen(door, host, now).isGranted));
  if (doors.length === 0) throw deadPass('host_not_admitted');
  doors.sort((a, b) => accessPointIds.indexOf(a._id) - accessPointIds.indexOf(b._id));
  return { pass, property, brand, doors, isWithinTimes: isWithinWindow(pass, property.timeZone, time) };
}
