import { Fault } from '@pas/platform/errors/fault';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';

/** @throws not_found for an unknown tenant */
export async function findTenantId(idOrSlug: string): Promise<string> {
  const filter = { $or: [{ _id: idOrSlug }, { slug: idOrSlug }], isLive: true };
  const tenant = await TenantModel.findOne(filter).lean<TenantRow>();
  if (!tenant) throw new Fault('not_found', 'not_found', `No company has the id or slug ${idOrSlug}.`);
  return tenant._id;
}
