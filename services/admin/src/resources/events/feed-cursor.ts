import { z } from 'zod';

/** A place in the order of a tenant's events, and a moment at which nothing behind it had been removed. */
export interface FeedCursor {
  /** The place of the last event that was read; 0 before the first one. */
  seq: number;
  at: Date;
}

const dayMs = 24 * 3_600_000;

/** Writes a cursor as the text that clients keep. Its moment is that of the day: equal places have equal cursors. */
export function encodeCursor({ seq, at }: FeedCursor): string {
  const day = Math.floor(at.getTime() / dayMs);
  return Buffer.from(`1.${seq}.${day}`).toString('base64url');
}

/** @returns null for a text that is no cursor */
export function decodeCursor(text: string): FeedCursor | null {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const [, seq, at] = /^1\.(\d{1,15})\.(\d{1,6})$/.exec(plain) ?? [];
  if (seq === undefined || at === undefined) return null;
  const cursor = { seq: Number(seq), at: new Date(Number(at) * dayMs) };
  return encodeCursor(cursor) === text ? cursor : null;
}

/** `after`: where a client has stopped to read. */
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
