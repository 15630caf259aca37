import type { ReportRow } from '@pas/shared/models/report';
import { presentReportFields, reportFields, ReportStatus } from '@pas/shared/reports/report-fields';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';

/** A report of a resident in the Admin API. */
export const Report = z.object({ ...entityFields('report'), ...reportFields }).meta({ id: 'Report' });

export const UpdateReport = z.object({ status: ReportStatus.optional() });
export type UpdateReport = z.output<typeof UpdateReport>;

/** Presents a stored report. */
export const presentReport = (row: ReportRow): z.input<typeof Report> => ({
  ...presentEntity(row),
  ...presentReportFields(row),
});
