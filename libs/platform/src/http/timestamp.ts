import { z } from 'zod';

/** A moment in an answer: ISO 8601, UTC, milliseconds, `Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ example: '2026-03-01T09:30:00.000Z' });

/** Formats a moment for the API; null stays null. */
export function timestamp(date: Date): string;
export function timestamp(date: Date | null): string | null;
export function timestamp(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
