import { alreadyExists } from '@pas/platform/errors/raise';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';

/**
 * Says which field was taken already when a unique index refuses a write.
 *
 * @param fieldOfIndex the field that clients know, by a part of the index's name
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
