import { derivedFrom, type IdOrigin } from '@pas/platform/ids/derived-id';
import { deriveId } from '@pas/shared/ids/id';
import type { ImportRow } from '@pas/shared/models/import';

/** The fields of an import that its generated ids depend on. */
export type ImportOrigin = Pick<ImportRow, '_id' | 'createdAt'>;

const originOf = ({ _id, createdAt }: ImportOrigin): IdOrigin => ({ at: createdAt, key: _id });

/**
 * Derives the id of an entity that a line creates. Resolving and executing the line again give the same id.
 */
export function importedId(
  entity: 'user' | 'unit' | 'residence',
  origin: ImportOrigin,
  line: number,
): string {
  return deriveId(entity, originOf(origin), line);
}

/** Returns a check whether an import has created an entity. */
export function madeBy(origin: ImportOrigin): (id: string) => boolean {
  return derivedFrom(originOf(origin));
}
