import type { PublicContext } from '@pas/shared/context/operation-context';
import { notFound } from '@pas/platform/errors/raise';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { isPlatform } from '@pas/shared/principal/principal';
import type { ClientSession } from 'mongoose';

/** @throws not_found when there is no such live tenant, or it isn't the caller's own */
export async function loadTenant(
  ctx: PublicContext,
  id: string,
  session: ClientSession | null = null,
): Promise<TenantRow> {
  if (!isPlatform(ctx.principal) && ctx.tenantId !== id) throw notFound();
  const tenant = await TenantModel.findOne({ _id: id, isLive: true }).session(session).lean<TenantRow>();
  if (!tenant) throw notFound();
  return tenant;
}
