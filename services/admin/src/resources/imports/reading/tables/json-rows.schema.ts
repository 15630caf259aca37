import { idSchema } from '@pas/shared/ids/id';
import { importFields } from '@pas/shared/models/import-fields';
import { z } from 'zod';
import { maxColumns } from './limits.ts';

/** The maximum number of rows in JSON. */
const maxJsonRows = 5000;

/** The header of a column. A name such as `$gt` is rejected, because it is an operator of the store. */
const Header = z
  .string()
  .max(200)
  .regex(/^(?!\$\w+$)/, 'Expected the header of a column.');

const Columns = z.record(Header, z.enum(importFields).nullable());
const { $schema: _dialect, '~standard': _standard, ...describedColumns } = z.toJSONSchema(Columns);

const hasFewNames = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length <= maxColumns;

/** The field of each column, by its header. Names are counted first, so that a refusal does not read each of them. */
export const Mapping = z
  .custom<Record<string, unknown>>(hasFewNames, { error: `Name at most ${maxColumns} columns.`, abort: true })
  .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, describedColumns) })
  .pipe(Columns)
  .meta({
    description:
      'The field of each column, by the column’s header; null leaves a column out. Columns that are not named are recognized.',
    example: { 'Apt no.': 'unit', Notes: null },
  });

export const OnExisting = z.enum(['UPDATE', 'SKIP']).default('UPDATE').meta({
  description: 'Treatment of existing residents: UPDATE changes them, SKIP leaves them unchanged.',
});

export const OnMissing = z.enum(['KEEP', 'PROPOSE_MOVE_OUT']).default('KEEP').meta({
  description:
    'Treatment of residents of the table’s properties who are not in the table. KEEP leaves them. PROPOSE_MOVE_OUT plans the move-out of those who have an `externalId` or come from an earlier import. These rows have `verdict=move_out`.',
});

export const Invite = z.enum(['NONE', 'CREATE', 'DISPATCH']).default('NONE').meta({
  description: 'Whether new residents get an invite. DISPATCH also sends it. Needs `onboarding:write`.',
});

/** Description of `createUnits`. */
export const createUnits = 'Whether units that the property does not have are created. Needs `units:write`.';

export const propertyId = idSchema('property').optional().meta({
  description:
    'The property of all rows. It can be left out if a column names the property, or if you have only one.',
});

const options = z.strictObject({
  onExisting: OnExisting,
  onMissing: OnMissing,
  createUnits: z.boolean().default(false).meta({ description: createUnits }),
  invite: Invite,
});

/** The rows of a table as JSON. */
export const DryRunRows = z.object({
  rows: z
    .array(z.record(Header, z.union([z.string().max(1000), z.number(), z.boolean(), z.null()])))
    .min(1)
    .max(maxJsonRows)
    .meta({
      description:
        'One object for each resident. The names are those of columns: unit, email, phone, firstName and lastName or fullName, property, floor, externalId, moveIn, moveOut.',
      example: [{ unit: '4B', email: 'jordan@example.test', firstName: 'Jordan', lastName: 'Reyes' }],
    }),
  propertyId,
  mapping: Mapping.optional(),
  options: options.prefault({}),
});

/** The fields in addition to the rows. */
export type JsonFields = Omit<z.output<typeof DryRunRows>, 'rows'>;
