import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { ErasureRow } from '@pas/shared/models/erasure';
import { z } from 'zod';

/** Result of a person's erasure. */
export const ErasureReceipt = z
  .object({
    userId: idSchema('user'),
    requestedAt: Timestamp,
    erasedAt: Timestamp,
    account: z.enum(['NONE', 'ERASED', 'KEPT']).meta({
      description:
        'The account that the person signs in with. KEPT: another user has it too, such as one of another company; that user can still sign in. NONE: the person never signed up.',
    }),
    erased: z.record(z.string(), z.int()).meta({
      description:
        'The number of rows that were changed or removed, by collection. Rows that must stay, such as calls, show `erased` instead of the values.',
      example: { users: 1, accounts: 1, invites: 2, calls: 14, audit_personal_values: 31 },
    }),
  })
  .meta({ id: 'ErasureReceipt' });

/** Presents a finished erasure. */
export function presentErasure(row: ErasureRow): z.input<typeof ErasureReceipt> {
  const { _id: userId, requestedAt, erasedAt, account, counts } = row;
  return {
    userId,
    requestedAt: timestamp(requestedAt),
    erasedAt: timestamp(erasedAt ?? requestedAt),
    account,
    // The first step erased the user's own row.
    erased: {
      ...Object.fromEntries(counts.map(({ name, rows }) => [name, rows])),
      users: 1,
    },
  };
}
