import { apiKeyEndsAt, apiKeyStatusAt } from '@pas/shared/api-keys/key-state';
import type { Change } from '@pas/shared/change/commit';
import type { OperationContext, PublicContext } from '@pas/shared/context/operation-context';
import { unauthenticated } from '@pas/shared/errors/raise';
import { fenceParent } from '@pas/shared/fences/fence-parent';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import type { ClientSession } from 'mongoose';

/** Limits of the issuing key, which a new key may not exceed. */
export interface IssuerBounds {
  endsAt: Date;
  rateLimit: ApiKeyRow['rateLimit'];
}

/** The issuer of a key, with facts that its principal lacks. */
export interface Issuer {
  /** The environments that it may grant. */
  environments: readonly string[];
  /** Null for people: their sessions and tokens set no limits for keys. */
  bounds: IssuerBounds | null;
}

/**
 * Reads the record of a key that issues another one. People may grant the environments that the gateway lists
 * for them.
 *
 * @throws unauthenticated for a key that has ended since the gateway verified it
 */
export async function readIssuer(
  { principal, environment, now }: PublicContext,
  session: ClientSession | null = null,
): Promise<Issuer> {
  if (principal.kind !== 'api_key')
    return { environments: principal.environments ?? [environment], bounds: null };
  const key = await ApiKeyModel.findById(principal.id ?? '')
    .session(session)
    .lean<ApiKeyRow>();
  const status = key === null ? 'REVOKED' : apiKeyStatusAt(key, now);
  if (key === null || status === 'REVOKED') {
    throw unauthenticated('key_revoked', 'This API key was revoked. Use another one.');
  }
  if (status === 'EXPIRED') {
    throw unauthenticated('key_expired', 'This API key has expired. Use its successor, or create a new one.');
  }
  return {
    environments: key.environments,
    bounds: { endsAt: apiKeyEndsAt(key), rateLimit: key.rateLimit },
  };
}

/**
 * Checks within a change that the issuer has not ended. Its revocation enters the same fence, so that one of the two
 * sees the other.
 *
 * @throws as `readIssuer`
 */
export async function holdIssuer(ctx: OperationContext, change: Change): Promise<void> {
  if (ctx.principal.kind !== 'api_key') return;
  await fenceParent(change.transaction, { kind: 'tenant', tenantId: ctx.tenantId, id: ctx.tenantId });
  await readIssuer(ctx, change.session);
}
