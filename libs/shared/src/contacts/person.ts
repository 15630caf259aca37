import { z } from 'zod';
import { oneLine } from '../texts/text-schemas.ts';

/** Part of a person's name, as the person writes it. */
export const PersonName = oneLine(100).meta({ example: 'Jordan' });

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
