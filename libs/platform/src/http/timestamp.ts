import { z } from 'zod';

/** A moment in an answer: ISO 8601, UTC, milliseconds, `Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ example: '2026-03-01T09:30:00.000Z' });

/** The last moment with a year of four digits. Rows of earlier releases may have later ones. */
const last = new Date('9999-12-31T23:59:59.999Z');

/** Formats a moment for the API; null stays null. */
export function timestamp(date: Date): string;
export function timestamp(date: Date | null): string | null;
export function timestamp(date: Date | null): string | null {
  // Rows of earlier releases may lack the field.
  if (date == null) return null;
  return (date > last ? last : date).toISOString();
}
