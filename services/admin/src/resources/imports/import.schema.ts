import type { OperationContext } from '@pas/shared/context/operation-context';
import { Timestamp, timestamp } from '@pas/platform/http/timestamp';
import { idSchema } from '@pas/shared/ids/id';
import { importStatuses, type ImportRow } from '@pas/shared/models/import';
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
        field: z
          .string()
          .nullable()
          .meta({ description: 'The field that the column is read as.', example: 'email' }),
      }),
    ),
    options: z.object({
      onExisting: z.enum(['UPDATE', 'SKIP']),
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
    }),
    expiresAt: Timestamp.meta({ description: 'The plan can be executed until this time.' }),
    committedAt: Timestamp.nullable(),
    createdBy: z.object({
      type: z.string().meta({ example: 'STAFF' }),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
  })
  .meta({ id: 'Import' });

/** Presents a stored import as it stands now. */
export function presentImport({ now }: OperationContext, row: ImportRow): z.input<typeof Import> {
  const { propertyId, fileName, planHash, columns, options, totals, createdBy } = row;
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
    createdBy,
  };
}
