import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import type { QueryFilter } from 'mongoose';

/**
 * Links per read. The driver decodes a batch without yielding. An export with batches of 100 blocked other
 * requests for 15 ms at a time, with 25 for 5 ms.
 */
const batchSize = 25;

/** Range of links of one tenant's chain. */
export interface Links {
  filter: QueryFilter<AuditRecordRow> & { tenantId: string };
  from: number;
  to: number;
}

/**
 * Reads links in order, batch by batch. Each batch is a separate query, so that a slow reader keeps no cursor
 * open in the store.
 */
export async function* readLinks({ filter, from, to }: Links): AsyncGenerator<AuditRecordRow[]> {
  for (let next = from; next <= to;) {
    const batch = await AuditRecordModel.find({ ...filter, seq: { $gte: next, $lte: to } })
      .sort({ seq: 1 })
      .limit(batchSize)
      .lean<AuditRecordRow[]>();
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    next = (batch.at(-1)?.seq ?? to) + 1;
  }
}
