import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import type { ImportColumn, ImportRow } from '@pas/shared/models/import';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { loadProperty } from '../../properties/load-property.ts';
import type { ReceivedUpload } from '../reading/receive-upload.ts';
import type { UploadPlaces } from '../reading/upload-places.ts';
import { requireImportScopes } from '../require-import-scopes.ts';
import { withCountry } from './country-order.ts';
import { planImmediately, type PlannedImport } from './plan-immediately.ts';
import { requireQueueCapacity } from './require-queue-capacity.ts';

/** The property of all rows. */
type CommonProperty = Pick<PropertyRow, '_id' | 'address'>;

/**
 * Returns the property of all rows: the sent one, or the caller's only one. Null if a column names properties.
 *
 * @throws not_found for an unknown property, invalid when none can be chosen
 */
export async function chooseProperty(
  ctx: OperationContext,
  columns: readonly ImportColumn[],
  sent: string | undefined,
): Promise<CommonProperty | null> {
  if (sent !== undefined) return loadProperty(ctx, sent);
  if (columns.some(({ field }) => field === 'property')) return null;
  const { propertyIds } = ctx.principal;
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...(propertyIds && { _id: { $in: [...propertyIds] } }),
  };
  const [only, ...others] = await PropertyModel.find(filter, { 'address.country': 1 })
    .limit(2)
    .lean<CommonProperty[]>();
  if (only && others.length === 0) return only;
  const message = only
    ? 'propertyId: Say which property the residents live in, or add a column property to the table.'
    : 'propertyId: You have no property yet. Create one first: POST /properties.';
  throw invalidField('propertyId', 'required', message);
}

/**
 * Plans an import: few rows immediately, many by a worker. It writes nothing.
 *
 * @throws forbidden for scopes that the options need, not_found for an unknown property
 * @throws invalid for a mapping that does not fit and an unknown property of rows
 * @throws rate_limited when other imports of the tenant have filled its queue
 * @throws unavailable if the planning cannot start in time
 */
export async function planImport(
  ctx: OperationContext,
  places: UploadPlaces,
  { draft: { row, columns, inMemory }, request }: Pick<ReceivedUpload, 'draft' | 'request'>,
): Promise<PlannedImport> {
  const { options, mapping = {}, propertyId: sent } = request;
  requireImportScopes(ctx, options);
  const recognized = columns(mapping);
  const property = await chooseProperty(ctx, recognized, sent);
  const propertyId = property?._id ?? null;
  const { propertyIds } = ctx.principal;
  const reach = propertyId === null ? propertyIds && [...propertyIds] : [propertyId];
  const draft: ImportRow = { ...row, columns: withCountry(recognized, property), propertyId, reach, options };
  const planned = inMemory
    ? await places.plan(ctx, async () => planImmediately(ctx, draft, inMemory))
    : { row: draft, rows: [] };
  // Concurrent uploads may have passed the first check together.
  if (planned.row.status === 'VALIDATING') await requireQueueCapacity(ctx);
  return planned;
}
