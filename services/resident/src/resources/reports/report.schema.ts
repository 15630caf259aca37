import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { ReportRow } from '@pas/shared/models/report';
import { presentReportFields, reportFields, ReportKind } from '@pas/shared/reports/report-fields';
import { textLines } from '@pas/shared/texts/text-schemas';
import { z } from 'zod';

/** A report as shown to the resident who wrote it. */
export const OwnReport = z
  .object({
    id: idSchema('report'),
    ...reportFields,
    createdAt: Timestamp,
    version: z.int().min(1).meta({ description: 'Grows by 1 with each change.' }),
  })
  .meta({ id: 'Report' });

/** A problem to report to the property manager. */
export const CreateReport = z.object({
  kind: ReportKind,
  text: textLines(1000).meta({ description: 'One or more lines.', example: 'The main door does not close.' }),
  unitId: idSchema('unit').nullable().optional().meta({
    description: 'A current home of the person. Required for a person with several homes.',
  }),
  accessPointId: idSchema('accessPoint').nullable().optional().meta({
    description: 'A door of the home’s property. A door of another unit is 404.',
  }),
});
export type CreateReport = z.output<typeof CreateReport>;

/** Presents a report to its author. */
export const presentOwnReport = (row: ReportRow): z.input<typeof OwnReport> => ({
  id: row._id,
  ...presentReportFields(row),
  createdAt: timestamp(row.createdAt),
  version: row.version,
});
