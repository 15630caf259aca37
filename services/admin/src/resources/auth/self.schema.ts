import { Timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { ApiKey } from '../api-keys/api-key.schema.ts';

/** The caller of a request, as the Admin API sees it. */
export const Self = z
  .object({
    type: z.enum(['API_KEY', 'STAFF']),
    id: z.string().meta({
      description: 'The id of the key, or the subject of the person at the identity provider.',
      example: 'key_01kb3rt9d5e0p8m6q2v7x4hzjn',
    }),
    name: z.string().nullable().meta({ example: 'Nightly import' }),
    tenantId: idSchema('tenant').nullable().meta({
      description: 'The tenant of the request. Null for a platform caller that names none.',
    }),
    scopes: z.array(z.string()).meta({ example: ['units:read'] }),
    propertyIds: z.array(idSchema('property')).nullable().meta({
      description: 'The only properties that the caller may use. Null: all properties of the tenant.',
    }),
    environments: z.array(z.string()).meta({
      description: 'The values of X-Admin-Env that the caller is granted.',
      example: ['PROD'],
    }),
    apiKey: z
      .object({
        id: idSchema('apiKey'),
        expiresAt: Timestamp.meta({
          description: 'The end of the key. For a rotated key, the end of its grace period.',
        }),
        rateLimit: ApiKey.shape.rateLimit,
      })
      .nullable()
      .meta({ description: 'The API key of the request. Null for people.' }),
  })
  .meta({ id: 'Self' });
