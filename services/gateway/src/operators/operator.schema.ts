import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { operatorSessionEnd, type OperatorSessionRow } from '@pas/shared/models/operator-session';
import type { Brand } from '@pas/shared/pages/brand';
import { ScopeName, staffRoles } from '@pas/shared/principal/scopes';
import { presentBrand, ShownBranding } from '@pas/shared/tenants/shown-branding.schema';
import { z } from 'zod';
import { csrfTokenOf } from './cross-site-check.ts';
import { endOf, type KnownSession } from './operator-session.ts';

const SessionId = idSchema('operatorSession');

/** The session of the request. */
export const CurrentSession = z
  .object({
    id: SessionId,
    staff: z.object({
      id: z.string().meta({ description: 'The subject at the identity provider.', example: 'person_1' }),
      email: z
        .string()
        .nullable()
        .meta({ description: 'Null unless the identity provider has verified it.' }),
      name: z.string().nullable().meta({ example: 'Dana Reed' }),
      organization: z
        .string()
        .meta({ description: 'The organization that the person acts in.', example: 'org_harbor_homes' }),
      role: z.enum(staffRoles).nullable().meta({ description: 'Null for a role that gives no scopes.' }),
      tenantId: idSchema('tenant'),
      propertyIds: z
        .array(z.string())
        .nullable()
        .meta({ description: 'The only properties that the identity provider allows. Null for all.' }),
    }),
    branding: ShownBranding,
    scopes: z.array(ScopeName).meta({ example: ['units:*'] }),
    environments: z.array(z.string()).meta({
      description: 'The values of X-Admin-Env that the session is granted.',
      example: ['DEV', 'TEST'],
    }),
    csrfToken: z.string().meta({
      'x-secret': true,
      description:
        'Programs that send neither Origin nor Sec-Fetch-Site send this as X-CSRF-Token with every write request.',
      example: 'Zk3v9Jp2mQwXr7Lt1Yb8Nc5Hd0Sf6Ga4Ue_KoTiVzB0',
    }),
    authenticatedAt: Timestamp.nullable().meta({
      description: 'The last log-in at the identity provider. Null if the provider does not say.',
    }),
    expiresAt: Timestamp.meta({
      description:
        'The end of the session: 30 minutes after its last use, at most 12 hours after the log-in.',
    }),
  })
  .meta({ id: 'CurrentOperatorSession' });

/** A session in the list of a person's own sessions. */
export const OperatorSession = z
  .object({
    id: SessionId,
    userAgent: z.string().nullable(),
    ip: z.string().nullable(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.meta({ description: 'At most a minute late.' }),
    expiresAt: Timestamp,
    isCurrent: z.boolean().meta({ description: 'True for the session of this request.' }),
  })
  .meta({ id: 'OperatorSession' });

interface ShownSession {
  known: KnownSession;
  brand: Brand;
  /** The value of the cookie, which derives the CSRF token. */
  value: string;
}

/** Presents the session of a request. */
export function presentCurrentSession({ known, brand, value }: ShownSession): z.input<typeof CurrentSession> {
  const { row, caller } = known;
  return {
    id: row._id,
    staff: {
      id: row.subject,
      email: row.email,
      name: row.name,
      organization: row.organizationId,
      role: row.role,
      tenantId: row.tenantId,
      propertyIds: row.propertyIds,
    },
    branding: presentBrand(brand),
    scopes: [...caller.principal.scopes],
    environments: [...caller.environments],
    csrfToken: csrfTokenOf(value),
    authenticatedAt: timestamp(row.authenticatedAt),
    expiresAt: timestamp(new Date(endOf(known))),
  };
}

/** Presents one of several sessions. */
export function presentSession(row: OperatorSessionRow, currentId: string): z.input<typeof OperatorSession> {
  return {
    id: row._id,
    userAgent: row.userAgent,
    ip: row.ip,
    createdAt: timestamp(row.createdAt),
    lastUsedAt: timestamp(row.lastUsedAt),
    expiresAt: timestamp(operatorSessionEnd(row)),
    isCurrent: row._id === currentId,
  };
}
