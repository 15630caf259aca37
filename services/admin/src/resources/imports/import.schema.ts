import type { OperationContext } from '@pas/shared/context/operation-context';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { importFields, importStatuses, type ImportRow } from '@pas/shared/models/import';
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
            'How sure the reading is. 1 for a known header, and for a column that `mapping` names.',
          example: 1,
        }),
        samples: z.array(z.string()).meta({
          description: 'The first values of the column that are not empty.',
          example: ['jordan@example.test'],
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
        description: 'Residents who are not in the roster and are proposed to move out.',
      }),
      reverted: Count.meta({ description: 'Rows of which everything was undone by a revert.' }),
    }),
    expiresAt: Timestamp.meta({ description: 'The plan can be executed until this time.' }),
    committedAt: Timestamp.nullable(),
    failure: z.string().nullable().meta({ description: 'Why the import is FAILED. Null otherwise.' }),
    createdBy: z.object({
      type: z.string().meta({ example: 'STAFF' }),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
  })
  .meta({ id: 'Import' });

/** Presents a stored import as it stands now. */
export function presentImport({ now }: OperationContext, row: ImportRow): z.input<typeof Import> {
  const { propertyId, fileName, planHash, columns, options, totals, failure, createdBy } = row;
  return {
    ...presentEntity(row),
    status: importStatusAt(row, now),
    propertyId,
    fileName,
    planHash,
    columns,
    options,
    totals,
    expiresAt: timestamp(row.expiresAt),
    committedAt: timestamp(row.committedAt),
    failure,
    createdBy,
  };
}
