import { AuditRecordModel, type AuditRecordRow } from '@pas/shared/models/audit-record';
import type { QueryFilter } from 'mongoose';

/**
 * Links read at once. The driver decodes them without a pause: with a hundred, an export held up other requests for 15
 * ms at a time, with these for 5.
 */
const batchSize = 25;

/** Some links of one tenant's chain. */
export interface Links {
  filter: QueryFilter<AuditRecordRow> & { tenantId: string };
  from: number;
  to: number;
}

/**
 * Reads links in their order, batch by batch, whatever their number. Each batch is a query of its own: nothing is held
 * open in the store while its reader is slow.
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
