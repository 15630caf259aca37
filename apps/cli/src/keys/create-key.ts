import { insertApiKey } from '@pas/shared/api-keys/insert-api-key';
import { mintApiKey } from '@pas/shared/api-keys/key-format';
import { newApiKey } from '@pas/shared/api-keys/new-api-key';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { leaveToSweeper } from '@pas/platform/events/committed-events';
import { currentTrace } from '@pas/platform/trace/trace';
import { notFound } from '@pas/platform/errors/raise';
import { commitControl } from '@pas/shared/change/commit';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { anonymous } from '@pas/shared/principal/principal';
import { silentLog } from '../open-stores.ts';

/** What the operator asks for. */
export interface CreateKey {
  /** Id or slug; null for a key of the platform itself, which holds `platform` and belongs to no tenant. */
  tenant: string | null;
  name: string;
  scopes: readonly string[];
  environments: readonly string[];
  days: number;
  /** Requests a minute. */
  rateLimit: number;
}

/** Who asks, and for what. */
export interface KeyMinter {
  /** The person's name on this machine; the audit has nothing better. */
  operator: string;
  /** Chooses the key's prefix, and the audit trail in which its making stands. */
  environment: string;
  pepper: string;
}

export interface CreatedKey {
  row: ApiKeyRow;
  /** The key itself, shown once. */
  key: string;
}

async function findTenantId(idOrSlug: string): Promise<string> {
  const filter = { $or: [{ _id: idOrSlug }, { slug: idOrSlug }], isLive: true };
  const tenant = await TenantModel.findOne(filter).lean<TenantRow>();
  if (!tenant) throw notFound();
  return tenant._id;
}

function contextOf({ environment }: KeyMinter, tenantId: string, now: Date): OperationContext {
  return {
    principal: anonymous,
    tenantId,
    environment,
    service: 'cli',
    correlationId: currentTrace()?.correlationId ?? '',
    now,
    client: { ip: null, userAgent: null },
    log: silentLog,
    events: leaveToSweeper,
  };
}

/**
 * Mints a key for a tenant's machines, or for the platform's. A tenant's key is recorded in its audit trail; the platform
 * has none.
 *
 * @throws not_found for an unknown tenant
 */
export async function createKey(minter: KeyMinter, { tenant, ...wanted }: CreateKey): Promise<CreatedKey> {
  const now = new Date();
  const tenantId = tenant === null ? null : await findTenantId(tenant);
  const minted = mintApiKey(minter.environment);
  const row = newApiKey(
    minted,
    {
      tenantId,
      name: wanted.name,
      scopes: [...wanted.scopes],
      environments: [...wanted.environments],
      propertyIds: null,
      rateLimit: { limit: wanted.rateLimit, windowSeconds: 60 },
      createdBy: { type: 'SYSTEM', id: null, name: minter.operator },
      days: wanted.days,
    },
    { pepper: minter.pepper, now },
  );
  if (tenantId === null) await ApiKeyModel.insertMany([row]);
  else await insertRecorded(contextOf(minter, tenantId, now), row);
  return { row, key: minted.key };
}

async function insertRecorded(ctx: OperationContext, row: ApiKeyRow): Promise<void> {
  const actor = { type: 'SYSTEM', id: null, name: row.createdBy.name } as const;
  await commitControl(ctx, (change) => insertApiKey(change, row, actor));
}
