import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { SessionRow } from '@pas/shared/models/session';
import { z } from 'zod';

/** A device on which the person is signed in. */
export const Session = z
  .object({
    id: idSchema('session'),
    tenantId: idSchema('tenant'),
    current: z.boolean().meta({ description: 'True for the session of this request.' }),
    userAgent: z.string().nullable().meta({ example: 'PropertyApp/4.2 (iOS 19)' }),
    ip: z.string().nullable().meta({ example: '203.0.113.7' }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp,
    expiresAt: Timestamp.meta({ description: 'Expiry of the session if it is not used before.' }),
  })
  .meta({ id: 'Session' });

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** Presents a session to its person. */
export function presentSession(row: SessionRow, currentId: string | null): z.input<typeof Session> {
  const { _id: id, tenantId, userAgent, ip, createdAt, lastUsedAt } = row;
  return {
    id,
    tenantId,
    current: id === currentId,
    userAgent,
    ip,
    createdAt: timestamp(createdAt),
    lastUsedAt: timestamp(lastUsedAt),
    expiresAt: timestamp(earlier(row.idleExpiresAt, row.absoluteExpiresAt)),
  };
}
