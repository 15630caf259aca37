import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { isCurrent, type UserRow } from '@pas/shared/models/user';

/** The reader of a mail. */
export interface Reader {
  firstName: string | null;
  /** The name of the property where the person lives now. */
  propertyName: string | null;
  /** BCP 47; null or an unknown language means English. */
  locale: string | null;
}

/**
 * Returns the language and home for addressing a person: the language is their own, else that of their
 * current home.
 */
export async function readerOf({ firstName, locale, tenantId, residences }: UserRow): Promise<Reader> {
  const home = residences.find((residence) => isCurrent(residence, new Date()));
  const property =
    home && (await PropertyModel.findOne({ _id: home.propertyId, tenantId }).lean<PropertyRow>());
  return { firstName, locale: locale ?? property?.locale ?? null, propertyName: property?.name ?? null };
}
