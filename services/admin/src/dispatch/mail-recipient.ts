import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { isCurrent, type UserRow } from '@pas/shared/models/user';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { mailBrandOf, unbranded, type MailBrand } from './mail-brand.ts';

/** The facts about the recipient of a mail, and the brand of the sending company. */
export interface MailRecipient {
  brand: MailBrand;
  firstName: string | null;
  /** The name of the property where the person lives now. */
  propertyName: string | null;
  /** BCP 47; null or an unknown language means English. */
  locale: string | null;
}

/**
 * Returns the facts for a mail to a person. The language is the person's own, else that of the current home.
 *
 * @param portalUrl the base URL of logos
 */
export async function mailRecipientOf(
  { firstName, locale, tenantId, residences }: UserRow,
  portalUrl: string,
): Promise<MailRecipient> {
  const home = residences.find((residence) => isCurrent(residence, { tenantId, now: new Date() }));
  const property =
    home && (await PropertyModel.findOne({ _id: home.propertyId, tenantId }).lean<PropertyRow>());
  const tenant = await findTenant(tenantId);
  return {
    brand: tenant ? mailBrandOf(tenant, portalUrl) : unbranded,
    firstName,
    locale: locale ?? property?.locale ?? null,
    propertyName: property?.name ?? null,
  };
}
