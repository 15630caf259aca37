import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { isCurrent, type UserRow } from '@pas/shared/models/user';
import { findTenant } from '@pas/shared/tenants/find-tenant';
import { mailBrandOf, unbranded, type MailBrand } from './mail-brand.ts';

/** The reader of a mail, and the company that writes. */
export interface Reader {
  brand: MailBrand;
  firstName: string | null;
  /** The name of the property where the person lives now. */
  propertyName: string | null;
  /** BCP 47; null or an unknown language means English. */
  locale: string | null;
}

/**
 * Returns the language and home for addressing a person: the language is their own, else that of their
 * current home.
 *
 * @param portalUrl the base of the addresses of logos
 */
export async function readerOf(
  { firstName, locale, tenantId, residences }: UserRow,
  portalUrl: string,
): Promise<Reader> {
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
