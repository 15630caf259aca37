import type { EventRestore, PublicEventHeadRow } from '@pas/shared/models/public-event-head';
import { z } from 'zod';

/** A position in a tenant's events, and a time at which no later event had been removed. */
export interface FeedCursor {
  /** The sequence number of the last event read; 0 before the first one. */
  seq: number;
  at: Date;
  /** The last restore from a backup before the cursor was issued; null without one. */
  restore: string | null;
}

/** Returns the last restore of a tenant's events. */
export const lastRestoreOf = (row: PublicEventHeadRow | null): string | null =>
  row?.restores?.at(-1)?.id ?? null;

/**
 * Whether a restore from a backup has lost the position of a cursor. The cursor is then past the last restored event, or
 * names a restore that the backup does not know.
 */
export function isLost({ seq, restore }: FeedCursor, restores: readonly EventRestore[]): boolean {
  const known = restores.findIndex(({ id }) => id === restore);
  if (restore !== null && known === -1) return true;
  return restores.slice(known + 1).some((later) => seq > later.seq);
}

const dayMs = 24 * 3_600_000;

/**
 * Encodes a cursor for clients. Its time is rounded to the day, so that equal positions have equal cursors.
 */
export function encodeCursor({ seq, at, restore }: FeedCursor): string {
  const day = Math.floor(at.getTime() / dayMs);
  const behind = restore === null ? '' : `.${restore}`;
  return Buffer.from(`1.${seq}.${day}${behind}`).toString('base64url');
}

/** @returns null for an invalid cursor */
export function decodeCursor(text: string): FeedCursor | null {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const [, seq, at, restore = null] = /^1\.(\d{1,15})\.(\d{1,6})(?:\.([0-9a-z]{1,12}))?$/.exec(plain) ?? [];
  if (seq === undefined || at === undefined) return null;
  const cursor = { seq: Number(seq), at: new Date(Number(at) * dayMs), restore };
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
    example: encodeCursor({ seq: 0, at: new Date('2026-02-01T09:30:00.000Z'), restore: null }),
  });
