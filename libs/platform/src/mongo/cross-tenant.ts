/** A read across tenants: which collection, by which of its indexes. */
export interface CrossTenantRead {
  collection: string;
  index: string;
}

const listed = new Map<string, CrossTenantRead>();

/**
 * Lists the reads of a collection that may leave out the tenant, each by its purpose and the index on which it stands:
 * look-ups by a unique key that find the tenant in the first place, and workers' scans. A query names its purpose by the
 * option `crossTenant`; no write can.
 */
export function listCrossTenantReads(collection: string, reads: Readonly<Record<string, string>>): void {
  for (const [purpose, index] of Object.entries(reads)) listed.set(purpose, { collection, index });
}

/** Every listed read of the models that are loaded, by its purpose. */
export function crossTenantReads(): ReadonlyMap<string, CrossTenantRead> {
  return listed;
}

/** The first field of an index, by the name that MongoDB gives it; that of the ids is `_id_`. */
const leadingField = (index: string): string =>
  index === '_id_' ? '_id' : index.replace(/_-?1(?:_.*)?$/, '');

/** Whether a filter reads a collection by the index of a listed look-up. */
export function standsOn(read: CrossTenantRead, collection: string, filter: object): boolean {
  return read.collection === collection && Object.hasOwn(filter, leadingField(read.index));
}
