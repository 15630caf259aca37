import { fieldChanges } from '@pas/shared/audit/field-changes';
import { actorOf } from '@pas/shared/audit/prepare-record';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { rateLimited } from '@pas/platform/errors/raise';
import { insertRows } from '@pas/platform/mongo/insert-rows';
import { invalidField } from '@pas/shared/errors/raise';
import { ImportModel, type ImportColumn, type ImportRow } from '@pas/shared/models/import';
import { PropertyModel, type PropertyRow } from '@pas/shared/models/property';
import { newTotals } from '../../imports/count-verdicts.ts';
import { planAtOnce, type PlannedImport } from '../../imports/plan-at-once.ts';
import type { Table } from '../../imports/reader/table-reader.ts';
import type { SentRow } from '../../imports/resolved-row.ts';
import { stageRows, storeRows } from '../../imports/stage-rows.ts';
import { chooseColumns } from '../../imports/tables/choose-columns.ts';
import type { ColumnMapping } from '../../imports/tables/recognize-columns.ts';
import { loadProperty } from '../properties/load-property.ts';
import { newImport } from './new-import.ts';
import { requireImportScopes } from './require-import-scopes.ts';
import type { UploadPlaces } from './upload-places.ts';

/** What a client asks for besides the rows. */
export interface ImportRequest {
  propertyId?: string | undefined;
  mapping?: ColumnMapping | undefined;
  options: ImportRow['options'];
}

/** What the API needs to know to import. */
export interface Importing {
  /** The most rows of a table. */
  maxRows: number;
}

/** How many imports of a tenant may wait to be validated by a worker. */
const maxWaiting = 5;

/** @throws rate_limited while the tenant has enough large imports that wait */
export async function requireRoom({ tenantId }: OperationContext): Promise<void> {
  const waiting = await ImportModel.countDocuments({ tenantId, status: 'VALIDATING' }).limit(maxWaiting);
  if (waiting < maxWaiting) return;
  const message = `${maxWaiting} imports are being checked already. Wait until one is VALIDATED, or cancel one.`;
  throw rateLimited(message, 10);
}

/** The property of all rows: the one that is sent, or the only one where no column names it; null for several. */
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

/** An import of which the rows are read, and the request is not. */
export interface DraftImport {
  row: ImportRow;
  /** Chooses the columns by what the client says. The mapping of a form may arrive after the rows. */
  columns: (mapping: ColumnMapping) => ImportColumn[];
  /** Null where the rows are stored for a worker, because they are many. */
  held: SentRow[] | null;
}

/**
 * Takes the rows of a table as they are read.
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
 * Plans an import: few rows are resolved at once, many by a worker. Nothing is written.
 *
 * @throws forbidden for scopes that the options need, not_found for an unknown property, invalid for a mapping that does
 *   not fit and where the property is not known; rate_limited where other imports of the tenant have taken the last
 *   places of the worker meanwhile, unavailable when no turn to plan comes in time
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
  // Uploads that began together found room together.
  if (planned.row.status === 'VALIDATING') await requireRoom(ctx);
  return planned;
}

/** Stores the plan of an import. Nothing else is written. */
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
