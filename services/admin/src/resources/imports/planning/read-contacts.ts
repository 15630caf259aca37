import { hasExtension } from '@pas/shared/contacts/invalid-phone';
import { Email } from '@pas/shared/contacts/email';
import { parsePhone } from '@pas/shared/contacts/phone';
import type { KnownProperty } from './property-directory.ts';
import { shortenedNumber, shown, tellShortened, type Report } from './read-cells.ts';

/** An address after its owner's name: `Clara Reyes <clara@example.com>`. */
const namedAddress = /^[^<>@]*<([^<>]+)>$/;

/** Returns the address of a cell, without the marks of mail programs around it. */
const bareAddress = (text: string): string =>
  (namedAddress.exec(text)?.[1] ?? text)
    .replace(/^mailto:/i, '')
    .replace(/^['‘’"]+/, '')
    .replace(/['‘’"]{1,4}$/, '');

/** Reads an e-mail address. */
export function readEmail(text: string | null, report: Report): string | null {
  if (text === null) return null;
  const result = Email.safeParse(bareAddress(text));
  if (result.success) return result.data;
  report({
    field: 'email',
    code: 'invalid_email',
    message: `email: “${shown(text)}” is not an e-mail address. Write one address, such as jordan@example.com.`,
  });
  return null;
}

/** The kind of a phone before its number: `Mobile: (202) 555-0123`, `tel:+12025550123`. */
const phoneKind = /^\p{L}[\p{L} ]{0,20}: */u;

function explainPhone(text: string): string {
  if (shortenedNumber.test(text)) return tellShortened(text);
  if (hasExtension(text))
    return `“${shown(text)}” has an extension, which calls and texts cannot reach. Write a number of the person.`;
  return `“${shown(text)}” is not a phone number. Write one number with its country code, such as +12025550123.`;
}

/** The shape of a number that may be national. */
const nationalShape = /^\(?\d[\d\s()./-]{3,38}$/;

/**
 * Reads a phone number by the rules of the property's country. Some programs save the number 12025550123 as
 * `12025550123.0`. A row without a known property has that error already, so its national number is not judged.
 */
export function readPhone(
  text: string | null,
  property: KnownProperty | null,
  report: Report,
): string | null {
  if (text === null) return null;
  const country = property?.address?.country ?? null;
  const number = parsePhone(text.replace(phoneKind, '').replace(/^(\+?\d{7,})\.0$/, '$1'), country);
  if (number && !number.isPremium) return number.e164;
  if (number) {
    const message = `phone: ${shown(text)} is charged at a premium or shared rate. Use another number, or leave it empty.`;
    report({ field: 'phone', code: 'premium_number', message });
    return null;
  }
  if (!property && nationalShape.test(text)) return null;
  report({ field: 'phone', code: 'invalid_phone', message: `phone: ${explainPhone(text)}` });
  return null;
}
