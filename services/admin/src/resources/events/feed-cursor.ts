import { z } from 'zod';

/** A position in a tenant's events, and a time at which no later event had been removed. */
export interface FeedCursor {
  /** The sequence number of the last event read; 0 before the first one. */
  seq: number;
  at: Date;
}

const dayMs = 24 * 3_600_000;

/**
 * Encodes a cursor for clients. Its time is rounded to the day, so that equal positions have equal cursors.
 */
export function encodeCursor({ seq, at }: FeedCursor): string {
  const day = Math.floor(at.getTime() / dayMs);
  return Buffer.from(`1.${seq}.${day}`).toString('base64url');
}

/** @returns null for an invalid cursor */
export function decodeCursor(text: string): FeedCursor | null {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const [, seq, at] = /^1\.(\d{1,15})\.(\d{1,6})$/.exec(plain) ?? [];
  if (seq === undefined || at === undefined) return null;
  const cursor = { seq: Number(seq), at: new Date(Number(at) * dayMs) };
  return encodeCursor(cursor) === text ? cursor : null;
}

/** `after`: the position at which a client continues. */
export const AfterCursor = z
  .string()
  .max(100)
  .refine((text) => decodeCursor(text) !== null, 'Send the cursor of an event, or the last nextCursor.')
  .optional()
  .meta({
    description:
      'Only events after this cursor: the last `nextCursor`, or the `cursor` of an event. Without it, the feed begins with the oldest event that is kept.',
    example: encodeCursor({ seq: 0, at: new Date('2026-02-01T09:30:00.000Z') }),
  });
