import { fieldChanges } from '@pas/shared/audit/field-changes';
import type { OperationContext } from '@pas/shared/context/operation-context';
import type { CheckpointFiles } from '@pas/shared/audit-chain/checkpoint-files';
import { commit } from '@pas/shared/change/commit';
import { invalidField } from '@pas/shared/errors/raise';
import { AuditHeadModel } from '@pas/shared/models/audit-head';
import { readLinks } from '../../audit-chain/read-links.ts';
import { auditFilter, type AuditFilters } from './list-audit-records.ts';
import { writeRecords, type ExportFormat } from './write-records.ts';

interface Export {
  format: ExportFormat;
  picked: AuditFilters;
  /** Files with the checkpoints of the chain, if the export starts with them. */
  files: CheckpointFiles | null;
}

/** Requires a format that can contain checkpoints. @throws invalid (`invalid_value`) */
export function requireLines({
  format,
  checkpoints,
}: {
  format?: ExportFormat | undefined;
  checkpoints?: boolean | undefined;
}): void {
  if (!checkpoints || format !== 'csv') return;
  throw invalidField('checkpoints', 'invalid_value', 'checkpoints: Only an export in ndjson can have them.');
}

/** Records the export in the audit before its first byte is sent. */
async function recordExport(ctx: OperationContext, { format, picked, files }: Export): Promise<void> {
  // A search may name a person. An erasure would not find it here.
  const hidden = picked.q === undefined ? {} : { q: 'not recorded' };
  const asked = { format, ...(files && { checkpoints: 'true' }), ...picked, ...hidden };
  await commit(ctx, async (change) => {
    change.record({
      action: 'audit.exported',
      targets: [{ type: 'audit', id: ctx.tenantId }],
      changes: fieldChanges(null, asked, { fields: Object.keys(asked) }),
    });
  });
}

/** Yields the lines of a checkpoint file up to a size, without lines that a crash has truncated. */
async function* writeCheckpoints(
  files: CheckpointFiles,
  tenantId: string,
  bytes: number,
): AsyncGenerator<string> {
  for await (const jws of files.read(tenantId, bytes)) if (jws !== null) yield `${JSON.stringify({ jws })}\n`;
}

/**
 * Exports the sealed records within the caller's reach, in chain order. Checkpoints come first, so that a
 * reader can check each record as it arrives. Their file is measured before the end of the chain is read. So
 * the export contains the records that they cover.
 */
export async function exportAuditRecords(
  ctx: OperationContext,
  asked: Export,
): Promise<AsyncIterable<string>> {
  const { tenantId } = ctx;
  const { files, format, picked } = asked;
  const bytes = (await files?.size(tenantId)) ?? 0;
  const head = await AuditHeadModel.findById(tenantId).lean();
  await recordExport(ctx, asked);
  const links = readLinks({ filter: await auditFilter(ctx, picked), from: 1, to: head?.seq ?? 0 });
  const records = writeRecords(tenantId, format, links);
  if (!files) return records;
  const checkpoints = writeCheckpoints(files, tenantId, bytes);
  return (async function* () {
    yield* checkpoints;
    yield* records;
  })();
}
