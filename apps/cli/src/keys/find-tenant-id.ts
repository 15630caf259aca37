import { notFound } from '@pas/platform/errors/raise';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';

/** @throws not_found for an unknown tenant */
export async function findTenantId(idOrSlug: string): Promise<string> {
  const filter = { $or: [{ _id: idOrSlug }, { slug: idOrSlug }], isLive: true };
  const tenant = await TenantModel.findOne(filter).lean<TenantRow>();
  if (!tenant) throw notFound();
  return tenant._id;
}
