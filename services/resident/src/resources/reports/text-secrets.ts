import { ReportModel, type ReportRow } from '@pas/shared/models/report';
import type { z } from 'zod';
import type { OwnReport } from './report.schema.ts';

interface ReportAnswer {
  report: z.output<typeof OwnReport>;
}

/**
 * Stored answers for an `Idempotency-Key` contain no text of a report, because it may name people. A replay reads the
 * text from the report again, so that an erased one stays erased.
 */
export const textSecrets = {
  hide(body: unknown): ReportAnswer {
    const { report } = body as ReportAnswer;
    return { report: { ...report, text: '' } };
  },
  async show({ tenantId }: { tenantId: string | null }, body: unknown): Promise<ReportAnswer> {
    const { report } = body as ReportAnswer;
    const filter = { _id: report.id, tenantId: tenantId ?? '' };
    const row = await ReportModel.findOne(filter, { text: 1 }).lean<Pick<ReportRow, 'text'>>();
    return { report: { ...report, text: row?.text ?? '' } };
  },
};
