import { derivedFrom, type IdOrigin } from '@pas/platform/ids/derived-id';
import { deriveId } from '@pas/shared/ids/id';
import type { ImportRow } from '@pas/shared/models/import';

/** An import as far as the ids of what it makes depend on it. */
export type ImportOrigin = Pick<ImportRow, '_id' | 'createdAt'>;

const originOf = ({ _id, createdAt }: ImportOrigin): IdOrigin => ({ at: createdAt, key: _id });

/** The id of what a line of an import makes. Resolving and executing the line again give the same id. */
export function importedId(
  entity: 'user' | 'unit' | 'residence',
  origin: ImportOrigin,
  line: number,
): string {
  return deriveId(entity, originOf(origin), line);
}

/** Prepares the check whether an import has made an entity. */
export function madeBy(origin: ImportOrigin): (id: string) => boolean {
  return derivedFrom(originOf(origin));
}
