import { insertRows } from '@pas/platform/mongo/insert-rows';
import type { RunRead } from '@pas/platform/http/run-item';
import type { JsonReply } from '@pas/platform/http/reply';
import { fieldChanges } from '@pas/shared/audit/field-changes';
import { commit } from '@pas/shared/change/commit';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { ImportModel, type ImportRow } from '@pas/shared/models/import';
import { toRequest } from './dry-run.schema.ts';
import type { PlannedImport } from './planning/plan-immediately.ts';
import { planImport } from './planning/plan-import.ts';
import { requireQueueCapacity } from './planning/require-queue-capacity.ts';
import { receiveUpload, type Upload } from './reading/receive-upload.ts';
import type { TableReader } from './reading/table-reader.ts';
import type { UploadPlaces } from './reading/upload-places.ts';
import { discardRows, storeRows, type RowsOf } from './rows/stage-rows.ts';
import { requireImportScopes } from './require-import-scopes.ts';
import { wakeWorkers } from './transitions.ts';

/** Settings of imports for the API. */
export interface ImportSettings {
  /** The maximum number of rows of a table. */
  maxRows: number;
}

/** Dependencies of the dry runs of one process. */
interface DryRunDependencies {
  places: UploadPlaces;
  tables: TableReader;
}

interface DryRun<Answer> extends Omit<Upload, 'stored'> {
  /** Runs the plan of one body once for an `Idempotency-Key`. */
  runRead: RunRead;
  /** Makes the answer that is stored with the plan. */
  reply: (row: ImportRow) => JsonReply<Answer>;
}

const audited = {
  fields: ['status', 'propertyId', 'fileName', 'options', 'totals', 'planHash'],
  // The name of a file may contain the name of a person.
  personal: ['fileName'],
};

/** Stores the plan of an import; no other row changes. */
async function storePlan(ctx: OperationContext, plan: PlannedImport): Promise<ImportRow> {
  const { row: planned, rows } = plan;
  await commit(ctx, async (change) => {
    await storeRows(planned, rows, change.session);
    await insertRows(ImportModel, [planned], change.session);
    wakeWorkers(change, planned.status);
    change.record({
      action: 'import.created',
      targets: [{ type: 'import', id: planned._id }],
      changes: fieldChanges(null, planned, audited),
      propertyIds: planned.reach ?? [],
    });
  });
  return planned;
}

/**
 * Receives a table of residents, plans its import, and stores only the plan. The rows of a refused, aborted or
 * repeated upload are removed. After a failed commit they stay until they expire, because its outcome may be unknown.
 *
 * @throws the faults of `receiveUpload` and `planImport`
 * @throws rate_limited for a tenant at its share of the uploads or of the waiting imports
 * @throws unavailable when all slots are taken
 */
export async function dryRunImport<Answer>(
  ctx: OperationContext,
  { places, tables }: DryRunDependencies,
  { runRead, reply, ...upload }: DryRun<Answer>,
): Promise<JsonReply<Answer>> {
  return places.hold(ctx, upload.signal, async () => {
    await requireQueueCapacity(ctx);
    if (upload.body.kind === 'table') requireImportScopes(ctx, toRequest(upload.query).options);
    const stored: RowsOf[] = [];
    let isCommitting = false;
    try {
      const received = await receiveUpload(ctx, tables, { ...upload, stored });
      const answer = await runRead(received.digest, async () => {
        const planned = await planImport(ctx, places, received);
        isCommitting = true;
        return async (within) => reply(await storePlan({ ...ctx, ...(within && { within }) }, planned));
      });
      isCommitting = false;
      return answer;
    } finally {
      if (!isCommitting) await discardRows(stored).catch(() => undefined);
    }
  });
}
