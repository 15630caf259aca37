import { z } from 'zod';
import { idSchema } from '../ids/id.ts';
import { reportKinds, reportStatuses, type ReportRow } from '../models/report.ts';

/** The subject of a report. */
export const ReportKind = z.enum(reportKinds);

/** The state of a report. */
export const ReportStatus = z.enum(reportStatuses).meta({
  description: 'OPEN: new. DONE: the property manager has dealt with it.',
});

/** Fields of a report for staff and its author. */
export const reportFields = {
  propertyId: idSchema('property'),
  unitId: idSchema('unit').meta({ description: 'The home of the resident.' }),
  userId: idSchema('user').meta({ description: 'The resident who reported the problem.' }),
  kind: ReportKind,
  text: z.string().meta({
    description: 'The words of the resident. `erased` after the erasure of the person.',
    example: 'The main door does not close.',
  }),
  accessPointId: idSchema('accessPoint').nullable().meta({ description: 'The door of the problem.' }),
  status: ReportStatus,
};

/** Presents these fields of a stored report. */
export function presentReportFields(row: ReportRow) {
  const { propertyId, unitId, userId, kind, text, accessPointId, status } = row;
  return { propertyId, unitId, userId, kind, text, accessPointId, status };
}
