import { z } from 'zod';

/** Part of a person's name, as the person writes it. */
export const PersonName = z
  .string()
  .trim()
  .min(1, 'Must not be empty.')
  .max(100, 'Use at most 100 characters.')
  .regex(/^\P{Cc}*$/u, 'Use one line without control characters.')
  .meta({ example: 'Jordan' });

const isLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/** A language tag (BCP 47). */
export const Locale = z
  .string()
  .trim()
  .max(35, { abort: true })
  .refine(isLocale, 'Expected a language tag such as en-US.')
  .meta({ example: 'en-US' });
