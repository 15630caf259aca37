/** A read across tenants: its collection and its index. */
export interface CrossTenantRead {
  collection: string;
  index: string;
}

const listed = new Map<string, CrossTenantRead>();

/**
 * Lists the reads of a collection that may omit the tenant, each by its purpose and its index. They are look-ups by a
 * unique key that find the tenant, and scans of workers. The option `crossTenant` of a query names the purpose. Writes
 * have no such option.
 */
export function listCrossTenantReads(collection: string, reads: Readonly<Record<string, string>>): void {
  for (const [purpose, index] of Object.entries(reads)) listed.set(purpose, { collection, index });
}

/** Returns every listed read of the loaded models, by its purpose. */
export function crossTenantReads(): ReadonlyMap<string, CrossTenantRead> {
  return listed;
}

/** Returns the first field of an index from its default name in MongoDB; the index of the ids is `_id_`. */
const leadingField = (index: string): string =>
  index === '_id_' ? '_id' : index.replace(/_-?1(?:_.*)?$/, '');

/** Whether a filter reads a collection by the index of a listed look-up. */
export function usesListedIndex(read: CrossTenantRead, collection: string, filter: object): boolean {
  return read.collection === collection && Object.hasOwn(filter, leadingField(read.index));
}
