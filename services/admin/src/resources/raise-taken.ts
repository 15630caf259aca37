import { alreadyExists } from '@pas/platform/errors/raise';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';

/**
 * Converts a duplicate-key error to a conflict that names the field.
 *
 * @param fieldOfIndex the API field, by a part of the index's name
 */
export function raiseTaken(
  error: unknown,
  noun: string,
  fieldOfIndex: Readonly<Record<string, string>>,
): never {
  const index = duplicateKeyOf(error);
  const field = Object.entries(fieldOfIndex).find(([part]) => index?.includes(part))?.[1];
  throw field === undefined ? error : alreadyExists(noun, field);
}
