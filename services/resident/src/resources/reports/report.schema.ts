import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import type { ReportRow } from '@pas/shared/models/report';
import { presentReportFields, reportFields, ReportKind } from '@pas/shared/reports/report-fields';
import { isVisible, withoutUnseenMarks } from '@pas/shared/texts/visible-text';
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

/** The longest text of a report. */
const maxText = 1000;

/** Lines of text. Other control characters are invalid. */
const lines = /^[\P{Cc}\t\r\n]*$/u;

/** Whether people can see the text, or another rule reports it. */
const isShown = (text: string): boolean => text === '' || !lines.test(text) || isVisible(text);

const ReportText = z
  .string()
  .overwrite(withoutUnseenMarks)
  .trim()
  .min(1, 'Must not be empty.')
  .max(maxText, { error: `Use at most ${maxText} characters.`, abort: true })
  .regex(lines, 'Use no control characters.')
  .refine(isShown, 'Use a character that people can see.');

/** A problem to report to the property manager. */
export const CreateReport = z.object({
  kind: ReportKind,
  text: ReportText.meta({ description: 'One or more lines.', example: 'The main door does not close.' }),
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
