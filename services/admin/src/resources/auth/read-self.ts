import { timestamp } from '@pas/platform/http/timestamp';
import { actorOf } from '@pas/shared/audit/prepare-record';
import type { PublicContext } from '@pas/shared/context/operation-context';
import type { z } from 'zod';
import { readIssuer } from '../api-keys/read-issuer.ts';
import type { Self } from './self.schema.ts';

/**
 * Describes the caller: its grants and, for a key, its end and its rate.
 *
 * @throws unauthenticated for a key that has ended since the gateway verified it
 */
export async function readSelf(ctx: PublicContext): Promise<z.input<typeof Self>> {
  const { environments, bounds } = await readIssuer(ctx);
  const { id, name, tenantId, scopes, propertyIds } = ctx.principal;
  const type = actorOf(ctx).type === 'API_KEY' ? 'API_KEY' : 'STAFF';
  return {
    type,
    id: id ?? '',
    name,
    tenantId,
    scopes: [...scopes],
    propertyIds: propertyIds && [...propertyIds],
    environments: [...environments],
    apiKey: bounds && { id: id ?? '', expiresAt: timestamp(bounds.endsAt), rateLimit: bounds.rateLimit },
  };
}
