import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { operatorSessionEnd, type OperatorSessionRow } from '@pas/shared/models/operator-session';
import { staffRoles } from '@pas/shared/principal/scopes';
import { z } from 'zod';

/** A live session of a member of staff in the console. */
export const StaffSession = z
  .object({
    id: idSchema('operatorSession'),
    staff: z.object({
      id: z.string().meta({ description: 'The subject at the identity provider.', example: 'person_1' }),
      email: z
        .string()
        .nullable()
        .meta({ description: 'Null unless the identity provider has verified it.' }),
      name: z.string().nullable().meta({ example: 'Dana Reed' }),
      role: z.enum(staffRoles).nullable().meta({ description: 'Null for a role that gives no scopes.' }),
    }),
    userAgent: z.string().nullable(),
    ip: z.string().nullable(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.meta({ description: 'At most a minute late.' }),
    expiresAt: Timestamp.meta({ description: 'The end of the session if it is not used again.' }),
    isCurrent: z.boolean().meta({ description: 'True for the session of this request.' }),
  })
  .meta({ id: 'StaffSession' });

/**
 * Presents a session of a member of staff.
 *
 * @param currentId the session of the request; null for other callers
 */
export function presentStaffSession(
  row: OperatorSessionRow,
  currentId: string | null,
): z.input<typeof StaffSession> {
  const { _id: id, subject, email, name, role, userAgent, ip, createdAt, lastUsedAt } = row;
  return {
    id,
    staff: { id: subject, email, name, role },
    userAgent,
    ip,
    createdAt: timestamp(createdAt),
    lastUsedAt: timestamp(lastUsedAt),
    expiresAt: timestamp(operatorSessionEnd(row)),
    isCurrent: id === currentId,
  };
}
