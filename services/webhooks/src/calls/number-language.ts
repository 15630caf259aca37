import type { Language } from '@pas/shared/messages/language';
import { readProviderNumber } from './read-provider-number.ts';

/** Country codes (ITU-T E.164) with a majority language among ours. Every other number gets English. */
const countryCodes: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  de: ['49', '43', '423'],
  es: [
    '34',
    '51',
    '52',
    '53',
    '54',
    '56',
    '57',
    '58',
    '502',
    '503',
    '504',
    '505',
    '506',
    '507',
    '591',
    '593',
    '595',
    '598',
  ],
  fr: ['33', '377', '262', '590', '594', '596', '687', '689'],
};

/**
 * Chooses the language for a number by its country only. It serves unassigned numbers, and all numbers while the
 * database is unavailable.
 *
 * @param number the number in the form of the provider
 */
export function languageOfNumber(number: string | undefined): Language {
  const digits = (number === undefined ? null : readProviderNumber(number))?.slice(1) ?? '';
  const found = (['de', 'es', 'fr'] as const).find((language) =>
    countryCodes[language].some((code) => digits.startsWith(code)),
  );
  return found ?? 'en';
}
