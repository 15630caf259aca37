import type { OperationContext } from '@pas/shared/context/operation-context';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { importStatuses, type ImportColumn, type ImportRow } from '@pas/shared/models/import';
import { importFields } from '@pas/shared/models/import-fields';
import { z } from 'zod';
import { entityFields, presentEntity } from '../entity.schema.ts';
import { importStatusAt } from './import-state.ts';

const Count = z.int().min(0);

export const ImportStatus = z.enum(importStatuses);

/** An import as the Admin API shows it. */
export const Import = z
  .object({
    ...entityFields('import'),
    status: ImportStatus,
    propertyId: idSchema('property').nullable().meta({
      description: 'The property of all rows. Null if the rows belong to several properties.',
    }),
    fileName: z.string().nullable().meta({ example: 'residents.csv' }),
    planHash: z.string().nullable().meta({ description: 'SHA-256 of the plan, hex.' }),
    columns: z.array(
      z.object({
        header: z.string().meta({ example: 'E-mail' }),
        field: z.enum(importFields).nullable().meta({
          description: 'The field that the column is read as. Null: the column is left out.',
          example: 'email',
        }),
        confidence: z.number().min(0).max(1).meta({
          description:
            'Confidence of the recognition. It is 1 for an exact header and for a column in `mapping`. It is 0.9 for a header such as `Lease end`, which another column may match better.',
          example: 1,
        }),
        samples: z.array(z.string()).meta({
          description: 'The first values of the column that are not empty. Empty once the import has ended.',
          example: ['jordan@example.test'],
        }),
        dateOrder: z.enum(['DMY', 'MDY']).nullable().meta({
          description:
            'The order of day and month in a column of dates such as 03/04/2027. It comes from the values of the column, else from the country of the import’s property. Null: no date needs an order, the country of each row’s property decides, or the order is unknown. An unknown order makes these rows `ambiguous_date`.',
          example: null,
        }),
      }),
    ),
    options: z.object({
      onExisting: z.enum(['UPDATE', 'SKIP']),
      onMissing: z.enum(['KEEP', 'PROPOSE_MOVE_OUT']),
      createUnits: z.boolean(),
      invite: z.enum(['NONE', 'CREATE', 'DISPATCH']),
    }),
    totals: z.object({
      rows: Count,
      create: Count,
      update: Count,
      unchanged: Count,
      skip: Count,
      error: Count,
      moveOut: Count.meta({
        description:
          'Proposed move-outs of residents who are not in the roster, one for each home. Not part of `rows`.',
      }),
      reverted: Count.meta({ description: 'Rows that a revert has undone completely.' }),
    }),
    newUnits: Count.meta({ description: 'Units that the commit creates (`createUnits`).', example: 4 }),
    progress: z
      .object({
        rows: Count.meta({ description: 'The rows of the plan with an operation.' }),
        done: Count,
        stale: Count.meta({
          description: 'Rows that the current data no longer allows. They are not executed.',
        }),
        invited: Count.meta({ description: 'Rows whose residents have got an invite.' }),
        kept: Count.meta({ description: 'Rows that a revert left, because they were changed since.' }),
      })
      .nullable()
      .meta({ description: 'Progress of the execution. Null before the commit.' }),
    expiresAt: Timestamp.meta({ description: 'The plan can be executed until this time.' }),
    committedAt: Timestamp.nullable(),
    failure: z.string().nullable().meta({ description: 'The reason of a FAILED import. Null otherwise.' }),
    createdBy: z.object({
      type: z.string().meta({ example: 'STAFF' }),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
  })
  .meta({ id: 'Import' });

const mode = z.enum(['ALL_OR_NOTHING', 'VALID_ROWS']).default('ALL_OR_NOTHING').meta({
  description:
    'ALL_OR_NOTHING starts only if no row has an error. It ends FAILED if a row becomes stale meanwhile; executed rows stay. VALID_ROWS leaves out rows with errors and stale rows.',
});

const commitFields = {
  planHash: z
    .string()
    .max(128)
    .optional()
    .meta({ description: 'The `planHash` that you have checked. Another one is 409 `plan_stale`.' }),
  confirmMoveOuts: z
    .boolean()
    .default(false)
    .meta({ description: 'Confirms that more than a tenth of the residents move out.' }),
  mode,
};

export const CommitImportById = z.object(commitFields);
export const CommitImport = z.object({ importId: idSchema('import'), ...commitFields });

/** Presents a stored column. Imports of earlier releases have no date order. */
const presentColumn = ({ header, field, confidence, samples, dateOrder }: ImportColumn) => ({
  header,
  field,
  confidence,
  samples,
  dateOrder: dateOrder === 'DMY' || dateOrder === 'MDY' ? dateOrder : null,
});

/** Presents a stored import in its current state. */
export function presentImport({ now }: OperationContext, row: ImportRow): z.input<typeof Import> {
  const { propertyId, fileName, planHash, columns, options, totals, failure, createdBy } = row;
  return {
    ...presentEntity(row),
    status: importStatusAt(row, now),
    propertyId,
    fileName,
    planHash,
    columns: columns.map(presentColumn),
    options,
    totals,
    // Imports of earlier releases have no count.
    newUnits: row.newUnits ?? 0,
    expiresAt: timestamp(row.expiresAt),
    committedAt: timestamp(row.committedAt),
    progress: row.progress ?? null,
    failure,
    createdBy,
  };
}
