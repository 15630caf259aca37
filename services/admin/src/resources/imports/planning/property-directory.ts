import type { OperationContext } from '@pas/shared/context/operation-context';
import type { ImportRow } from '@pas/shared/models/import';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { createNearestText } from './nearest-text.ts';

/** The fields of a property that rows need. */
export type KnownProperty = Pick<
  PropertyRow,
  '_id' | 'name' | 'externalId' | 'timeZone' | 'status' | 'address'
>;

/** Properties that an import may write to. */
export interface PropertyDirectory {
  /** The default property of rows; null if each row must name one. */
  usual: KnownProperty | null;
  /** Finds a property by id, externalId or name; null for an unknown or ambiguous text. */
  find(text: string): KnownProperty | null;
  /** Returns the nearest property name; null if none is near. */
  suggest(text: string): string | null;
}

const nameKey = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

const fields = { name: 1, externalId: 1, timeZone: 1, status: 1, 'address.country': 1 };

/** Loads the properties of an import with one read. */
export async function loadPropertyDirectory(
  { tenantId }: OperationContext,
  of: Pick<ImportRow, 'propertyId' | 'reach'>,
): Promise<PropertyDirectory> {
  const filter = { tenantId, isLive: true, ...(of.reach && { _id: { $in: of.reach } }) };
  const properties = await PropertyModel.find(filter, fields).lean<KnownProperty[]>();
  const byKey = new Map<string, KnownProperty | null>();
  const nearest = createNearestText();
  for (const property of properties) {
    for (const key of [property._id, property.externalId, nameKey(property.name)]) {
      if (key === null) continue;
      byKey.set(key, byKey.has(key) && byKey.get(key) !== property ? null : property);
    }
    nearest.add(nameKey(property.name), property.name);
  }
  const usual = of.propertyId === null ? null : (properties[0] ?? null);
  return {
    usual,
    find: (text) => byKey.get(text) ?? byKey.get(nameKey(text)) ?? null,
    suggest: (text) => nearest.find(nameKey(text)),
  };
}
