import { maxGraceSeconds, defaultGraceSeconds } from '@pas/shared/api-keys/replace-api-key';
import { EnvironmentName } from '@pas/platform/config/fields';
import { Moment } from '@pas/platform/http/moment';
import { booleanQuery } from '@pas/platform/http/page';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { Scope, ScopeName } from '@pas/shared/principal/scopes';
import { z } from 'zod';
import { oneLine } from '@pas/shared/texts/text-schemas';
import { entityFields, patchFields, presentEntity } from '../entity.schema.ts';

export const ApiKeyStatus = z.enum(['ACTIVE', 'ROTATING', 'REVOKED', 'EXPIRED']);

const limit = z.int().min(1).max(60_000).meta({ description: 'Requests in a window.' });
const windowSeconds = z.int().min(1).max(3600).meta({ description: 'The length of a window, in seconds.' });

/** An API key as the Admin API shows it: never its secret. */
export const ApiKey = z
  .object({
    ...entityFields('apiKey'),
    name: z.string().meta({ example: 'Nightly import' }),
    prefix: z.string().meta({
      description: 'The key up to its secret. Compare it with a key that you have.',
      example: 'pas_live_0aZ31bYq7Tn4',
    }),
    last4: z.string().meta({ example: 'x7Qd' }),
    scopes: z.array(ScopeName).meta({ example: ['units:read'] }),
    environments: z.array(z.string()).meta({ example: ['PROD'] }),
    propertyIds: z.array(idSchema('property')).nullable().meta({
      description: 'The properties to which the key is restricted. Null: all properties of the tenant.',
    }),
    rateLimit: z.object({ limit, windowSeconds }),
    status: ApiKeyStatus,
    expiresAt: Timestamp,
    graceUntil: Timestamp.nullable().meta({
      description: 'A rotated key works until this time.',
    }),
    rotatedFrom: idSchema('apiKey').nullable(),
    replacedBy: idSchema('apiKey').nullable(),
    lastUsedAt: Timestamp.nullable().meta({
      description: 'When the key was last used. At most one minute late.',
    }),
    revokedAt: Timestamp.nullable(),
    revokedReason: z.string().nullable().meta({ example: 'The contract has ended.' }),
    createdBy: z.object({
      type: z.enum(['STAFF', 'API_KEY', 'RESIDENT', 'WEBHOOK', 'SYSTEM']),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    leakedAt: Timestamp.nullable().meta({
      description: 'When the key was first reported as public. Null: no report.',
    }),
    leakSource: z.string().nullable().meta({ description: 'The reporter.', example: 'Secret scanner' }),
    leakUrl: z.string().nullable().meta({
      description: 'Where the reporter found the key. Nobody has checked the address.',
      example: 'https://code.example.com/blob/main/.env',
    }),
    reviewDue: z.boolean().meta({
      description:
        'True when the issuer’s role has been reduced since: review whether this key should keep its scopes.',
    }),
  })
  .meta({ id: 'ApiKey' });

/** A new key, with its secret. */
export const NewApiKey = ApiKey.extend({
  secret: z.string().nullable().meta({
    'x-secret': true,
    description:
      'The whole key, for Authorization: Bearer. Only this answer shows it: it is null when the request is repeated with its Idempotency-Key.',
    example: 'pas_live_0aZ31bYq7Tn4_…',
  }),
  secretAvailable: z.boolean().meta({ description: 'Whether this answer shows the secret.' }),
}).meta({ id: 'NewApiKey' });

const Name = oneLine(100).meta({ example: 'Nightly import' });

const Scopes = z
  .array(Scope)
  .min(1)
  .max(40)
  .meta({
    description: 'The scopes of the key. The issuer must hold each of them.',
    example: ['units:read'],
  });

const Environments = z.array(EnvironmentName).min(1).max(20);

const PropertyIds = z
  .array(idSchema('property'))
  .min(1)
  .max(100)
  .nullable()
  .meta({ description: 'Restricts the key to these properties.' });

const RateLimit = z.strictObject({ limit: limit.optional(), windowSeconds: windowSeconds.optional() });

/** Filter for keys that are due for a review. */
export const ReviewDue = booleanQuery(
  '`true`: only keys whose `reviewDue` is true. `false`: only the others. Expired and revoked keys are listed too: add `status=ACTIVE` for those that still work.',
);

export const CreateApiKey = z.object({
  name: Name,
  scopes: Scopes,
  environments: Environments.optional().meta({
    description:
      'The environments of the key. Default: the environment of this request. The issuer must be granted each of them.',
    example: ['PROD'],
  }),
  propertyIds: PropertyIds.optional(),
  rateLimit: RateLimit.optional().meta({
    description:
      'Default: 600 requests in 60 seconds. If a key issues a key, its own rate (limit divided by window) is the maximum. A higher rate is 422, and the default is cut.',
  }),
  expiresAt: Moment.optional().meta({
    description:
      'Default: in 90 days. At most 365 days ahead. If a key issues a key, its own end is the maximum. A later end is 422, and the default is cut.',
  }),
});
export type CreateApiKey = z.output<typeof CreateApiKey>;

export const UpdateApiKey = z.object({
  ...patchFields(CreateApiKey.shape),
  environments: Environments.optional().meta({
    description: 'The environments of the key. The caller must be granted each of them.',
    example: ['PROD'],
  }),
  propertyIds: PropertyIds.optional().meta({
    description: 'Restricts the key to these properties. Null: all properties of the tenant.',
  }),
  rateLimit: RateLimit.optional().meta({
    description:
      'The part that is not sent stays unchanged. A key gives no higher rate (limit divided by window) than its own: 422.',
  }),
  expiresAt: Moment.optional().meta({
    description:
      'A time in the future, at most 365 days ahead. A key gives no later end than its own: 422. To end a key now, revoke it.',
  }),
  reviewDue: z.boolean().optional().meta({ description: 'False after a review of the key’s scopes.' }),
});
export type UpdateApiKey = z.output<typeof UpdateApiKey>;

export const RotateApiKey = z.object({
  gracePeriodSeconds: z.int().min(0).max(maxGraceSeconds).default(defaultGraceSeconds).meta({
    description: 'How long the old key works beside its successor, in seconds. Never beyond its own end.',
  }),
});

export const RevokeApiKey = z.object({
  reason: oneLine(200)
    .nullable()
    .optional()
    .meta({ description: 'Why the key is revoked, for the people who read its record.' }),
});

/** Presents a key of a tenant; the answer's schema removes undeclared fields. */
export function presentApiKey(row: ApiKeyRow): z.input<typeof ApiKey> {
  const { secretHash: _hidden, ...shown } = row;
  return {
    ...shown,
    ...presentEntity({ ...row, tenantId: row.tenantId ?? '' }),
    expiresAt: timestamp(row.expiresAt),
    graceUntil: timestamp(row.graceUntil),
    lastUsedAt: timestamp(row.lastUsedAt),
    revokedAt: timestamp(row.revokedAt),
    createdBy: row.createdBy as z.input<typeof ApiKey>['createdBy'],
    // Keys from before these fields lack them.
    leakedAt: timestamp(row.leakedAt ?? null),
    leakSource: row.leakSource ?? null,
    leakUrl: row.leakUrl ?? null,
  };
}
