import { z } from 'zod';

/** A position in the activity: the time and id of the last entry read. */
export interface ActivityCursor {
  at: Date;
  id: string;
}

/** Encodes a cursor for clients. */
export const encodeCursor = ({ at, id }: ActivityCursor): string =>
  Buffer.from(`1.${at.getTime()}.${id}`).toString('base64url');

/** @returns null for an invalid cursor */
export function decodeCursor(text: string): ActivityCursor | null {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const [, at, id] = /^1\.(\d{1,15})\.([a-z]{1,8}_[0-9a-z]{26})$/.exec(plain) ?? [];
  if (at === undefined || id === undefined) return null;
  const cursor = { at: new Date(Number(at)), id };
  return encodeCursor(cursor) === text ? cursor : null;
}

const example = encodeCursor({
  at: new Date('2026-02-01T09:30:00.000Z'),
  id: 'ace_01kb3rt9d5e0p8m6q2v7x4hzjn',
});

/** `before`: the position at which a client continues. */
export const BeforeCursor = z
  .string()
  .max(100)
  .refine((text) => decodeCursor(text) !== null, 'Send the last nextCursor.')
  .optional()
  .meta({ description: 'Only entries before this cursor: the last `nextCursor`.', example });

/** `nextCursor` of an answer. */
export const NextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Send it as `before` to read the next entries. Null: there are no more.', example });
