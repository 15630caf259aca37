import { idSchema } from '@pas/shared/ids/id';
import { importVerdicts, type ImportedRow } from '@pas/shared/models/imported-row';
import { z } from 'zod';

/** Verdict on a row. */
export const ImportVerdict = z.enum(importVerdicts).meta({
  description:
    'create: a new resident. update: a known resident changes. unchanged: nothing to do. skip: a known resident, who stays as they are (`onExisting: SKIP`). error: cannot be committed; see `errors`. move_out: a resident who is not in the roster. stale: the data has changed since the dry run. kept: changed since the commit, so a revert left it.',
});

/** A row of an import as the Admin API shows it. */
export const ImportRowEntry = z
  .object({
    line: z.int().min(1).meta({
      description:
        'The row’s number as a spreadsheet shows it: the header is 1. Rows of JSON count from 1. Proposed move-outs are numbered after the last row.',
      example: 2,
    }),
    verdict: ImportVerdict,
    entity: z
      .object({
        userId: idSchema('user').nullable(),
        unitId: idSchema('unit').nullable(),
        propertyId: idSchema('property').nullable(),
      })
      .meta({
        description:
          'The entities of the row. Residents and units get their ids before the commit creates them.',
      }),
    cells: z.array(z.string()).meta({
      description:
        'The values of the row as they were sent or corrected, in the order of the import’s `columns`. Empty for a proposed move-out.',
      example: ['4B', 'jordan@example.test'],
    }),
    changes: z.array(
      z.object({
        field: z.string().meta({ example: 'phone' }),
        before: z.string().nullable().meta({ example: null }),
        after: z.string().nullable().meta({ example: '+12025550123' }),
      }),
    ),
    errors: z.array(
      z.object({
        column: z
          .string()
          .meta({ description: 'The header of the column, or the name of the field.', example: 'Apt' }),
        code: z.string().meta({ example: 'unknown_unit' }),
        message: z.string().meta({ example: 'unit: Harbor View has no unit 9X. Did you mean 9Z?' }),
        suggestion: z
          .string()
          .nullable()
          .meta({ description: 'A value that was probably meant.', example: '9Z' }),
      }),
    ),
  })
  .meta({ id: 'ImportRow' });

/** Presents a stored row of an import. */
export function presentImportRow(row: ImportedRow): z.input<typeof ImportRowEntry> {
  const { line, verdict, userId, unitId, propertyId, cells, changes, problems } = row;
  return {
    line,
    verdict: verdict ?? 'error',
    entity: { userId, unitId, propertyId },
    cells,
    changes,
    errors: problems,
  };
}
