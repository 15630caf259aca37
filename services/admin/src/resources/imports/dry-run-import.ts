import { fieldChanges } from '@pas/shared/audit/field-changes';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { rateLimited } from '@pas/platform/errors/raise';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { invalidField } from '@pas/shared/errors/raise';
import { ImportModel, type ImportColumn, type ImportRow } from '@pas/shared/models/import';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { newTotals } from './rows/count-verdicts.ts';
import { planAtOnce, type PlannedImport } from './planning/plan-at-once.ts';
import type { Table } from './reading/table-reader.ts';
import type { SentRow } from './rows/resolved-row.ts';
import { stageRows, storeRows } from './rows/stage-rows.ts';
import { chooseColumns } from './reading/tables/choose-columns.ts';
import type { ColumnMapping } from './reading/tables/recognize-columns.ts';
import { loadProperty } from '../properties/load-property.ts';
import { newImport } from './reading/new-import.ts';
import { requireImportScopes } from './require-import-scopes.ts';
import type { UploadPlaces } from './reading/upload-places.ts';

/** Fields of an import request besides the rows. */
export interface ImportRequest {
  propertyId?: string | undefined;
  mapping?: ColumnMapping | undefined;
  options: ImportRow['options'];
}

/** Settings of imports for the API. */
export interface ImportSettings {
  /** The maximum number of rows of a table. */
  maxRows: number;
}

/** The maximum number of a tenant's imports that wait for validation by a worker. */
const maxWaiting = 5;

/** @throws rate_limited when too many large imports of the tenant wait */
export async function requireRoom({ tenantId }: OperationContext): Promise<void> {
  const waiting = await ImportModel.countDocuments({ tenantId, status: 'VALIDATING' }).limit(maxWaiting);
  if (waiting < maxWaiting) return;
  const message = `${maxWaiting} imports are being checked already. Wait until one is VALIDATED, or cancel one.`;
  throw rateLimited(message, 10);
}

/**
 * Returns the property of all rows: the sent one, or the only one without a property column; null for
 * several.
 */
async function choosePropertyId(
  ctx: OperationContext,
  columns: readonly ImportColumn[],
  sent: string | undefined,
): Promise<string | null> {
  if (sent !== undefined) return sent;
  if (columns.some(({ field }) => field === 'property')) return null;
  const { propertyIds } = ctx.principal;
  const filter = {
    tenantId: ctx.tenantId,
    isLive: true,
    ...(propertyIds && { _id: { $in: [...propertyIds] } }),
  };
  const [only, ...others] = await PropertyModel.find(filter, { _id: 1 }).limit(2).lean<PropertyRow[]>();
  if (only && others.length === 0) return only._id;
  const message =
    'propertyId: Say which property the residents live in, or add a column property to the table.';
  throw invalidField('propertyId', 'required', message);
}

/** An import whose rows are read, before its request fields are known. */
export interface DraftImport {
  row: ImportRow;
  /** Chooses the columns with the client's mapping. The mapping of a form may arrive after the rows. */
  columns: (mapping: ColumnMapping) => ImportColumn[];
  /** Null when many rows are stored for a worker. */
  held: SentRow[] | null;
}

/**
 * Receives the rows of a table as they are read.
 *
 * @throws the refusals of the table
 */
export async function receiveRows(
  ctx: OperationContext,
  { rows, ...named }: Table,
  fileName: string | null,
): Promise<DraftImport> {
  const draft = newImport(ctx, {
    fileName: fileName?.slice(0, 200) ?? null,
    isRestricted: ctx.principal.propertyIds !== null,
    createdBy: actorOf(ctx),
  });
  const { held, count } = await stageRows(draft, rows);
  const columns = (mapping: ColumnMapping) => chooseColumns(named, mapping);
  return { row: { ...draft, totals: newTotals(count) }, columns, held };
}

const audited = { fields: ['status', 'propertyId', 'fileName', 'options', 'totals', 'planHash'] };

/**
 * Plans an import: few rows at once, many by a worker. It writes nothing.
 *
 * @throws forbidden for scopes that the options need, not_found for an unknown property
 * @throws invalid for a mapping that does not fit and an unknown property of rows
 * @throws rate_limited when other imports of the tenant have filled its queue
 * @throws unavailable when no turn to plan comes in time
 */
export async function planImport(
  ctx: OperationContext,
  places: UploadPlaces,
  { row, columns, held, request }: DraftImport & { request: ImportRequest },
): Promise<PlannedImport> {
  const { options, mapping = {}, propertyId: sent } = request;
  requireImportScopes(ctx, options);
  const recognized = columns(mapping);
  if (sent !== undefined) await loadProperty(ctx, sent);
  const propertyId = await choosePropertyId(ctx, recognized, sent);
  const { propertyIds } = ctx.principal;
  const reach = propertyId === null ? propertyIds && [...propertyIds] : [propertyId];
  const draft: ImportRow = { ...row, columns: recognized, propertyId, reach, options };
  const planned = held
    ? await places.plan(ctx, async () => planAtOnce(ctx, draft, held))
    : { row: draft, rows: [] };
  // Concurrent uploads may all have passed the first check.
  if (planned.row.status === 'VALIDATING') await requireRoom(ctx);
  return planned;
}

/** Stores the plan of an import; no other row changes. */
export async function storePlan(ctx: OperationContext, plan: PlannedImport): Promise<ImportRow> {
  const { row: planned, rows } = plan;
  await commit(ctx, async (change) => {
    await storeRows(planned, rows, change.session);
    await insertRows(ImportModel, [planned], change.session);
    change.record({
      action: 'import.created',
      targets: [{ type: 'import', id: planned._id }],
      changes: fieldChanges(null, planned, audited),
      propertyIds: planned.reach ?? [],
    });
  });
  return planned;
}
