import type { Fault } from '@pas/platform/errors/fault';
import { invalidField } from '../errors/raise.ts';

/** An extension after a phone number. */
const extension = /\d\s*(?:x|ext|extension|#|;ext=)\.? ?\d+\s*$/i;

/** Whether a text is a phone number with an extension, which calls and texts cannot reach. */
export const hasExtension = (text: string): boolean => extension.test(text);

/** Makes the fault (`invalid_phone`) of a text that is not a phone number. Its message says how to write one. */
export function invalidPhone(path: string, text: string): Fault {
  const advice = hasExtension(text)
    ? 'Calls and texts cannot reach an extension. Write a number of the person.'
    : 'Write the phone number with its country code, such as +12025550123.';
  return invalidField(path, 'invalid_phone', `${path}: ${advice}`);
}
