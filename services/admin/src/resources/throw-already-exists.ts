import { alreadyExists } from '@pas/platform/errors/raise';
import { duplicateKeyOf } from '@pas/platform/mongo/duplicate-key';

/**
 * Rethrows a duplicate-key error as a conflict that names the field. Other errors pass unchanged.
 *
 * @param fieldOfIndex the API field, by a part of the index's name
 * @throws conflict (`already_exists`), else the error itself
 */
export function throwAlreadyExists(
  error: unknown,
  noun: string,
  fieldOfIndex: Readonly<Record<string, string>>,
): never {
  const index = duplicateKeyOf(error);
  const field = Object.entries(fieldOfIndex).find(([part]) => index?.includes(part))?.[1];
  throw field === undefined ? error : alreadyExists(noun, field);
}
