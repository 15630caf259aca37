import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { Email } from '@pas/shared/contacts/email';
import type { SetupLinkRow } from '@pas/shared/models/setup-link';
import {
  maxSetupHours,
  setupLinkStatusAt,
  setupLinkStatuses,
  defaultSetupHours,
} from '@pas/shared/setup-links/setup-links';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';

/** A setup link as the Admin API shows it: never its token. */
export const SetupLink = z
  .object({
    ...entityFields('setupLink'),
    email: z.string().meta({ example: 'manager@example.com' }),
    status: z.enum(setupLinkStatuses),
    expiresAt: Timestamp,
    usedAt: Timestamp.nullable(),
    revokedAt: Timestamp.nullable(),
  })
  .meta({ id: 'SetupLink' });

/** A new link, with its address. */
export const NewSetupLink = SetupLink.extend({
  url: z.string().nullable().meta({
    description:
      'The address for the manager. Only this answer shows it: it is null when the request is repeated with its Idempotency-Key.',
    example: 'https://access.example.com/api/admin/auth/setup/…',
  }),
}).meta({ id: 'NewSetupLink' });

export const CreateSetupLink = z.object({
  email: Email.meta({
    description: 'The address of the manager. The identity provider must have verified it.',
    example: 'manager@example.com',
  }),
  expiresInHours: z
    .int()
    .min(1)
    .max(maxSetupHours)
    .default(defaultSetupHours)
    .meta({ description: 'How long the link works, in hours. At most seven days.' }),
});
export type CreateSetupLink = z.output<typeof CreateSetupLink>;

/** Presents a link at a moment. */
export function presentSetupLink(row: SetupLinkRow, now: Date): z.input<typeof SetupLink> {
  const { email, expiresAt, usedAt, revokedAt } = row;
  return {
    ...presentEntity(row),
    email,
    status: setupLinkStatusAt(row, now),
    expiresAt: timestamp(expiresAt),
    usedAt: timestamp(usedAt),
    revokedAt: timestamp(revokedAt),
  };
}
