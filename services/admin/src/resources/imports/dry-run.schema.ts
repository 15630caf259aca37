import { idSchema } from '@pas/shared/ids/id';
import { importFields } from '@pas/shared/models/import';
import { booleanQuery } from '@pas/platform/http/page';
import { z } from 'zod';

const mebibyte = 1024 * 1024;

/** The largest table in a file, and in JSON, in bytes. */
export const [maxFileBytes, maxJsonBytes] = [20 * mebibyte, 4 * mebibyte];

/** The most rows in JSON. */
const maxJsonRows = 5000;

/** The header of a column. A name such as `$gt` is an operator of the store, and not a header. */
const Header = z
  .string()
  .max(200)
  .regex(/^(?!\$\w+$)/, 'Expected the header of a column.');

const Mapping = z.record(Header, z.enum(importFields).nullable()).meta({
  description:
    'The field of each column, by the column’s header; null leaves a column out. Columns that are not named are recognized.',
  example: { 'Apt no.': 'unit', Notes: null },
});

const OnExisting = z.enum(['UPDATE', 'SKIP']).default('UPDATE').meta({
  description: 'What becomes of residents who are known already: UPDATE changes them, SKIP leaves them.',
});

const OnMissing = z.enum(['KEEP', 'PROPOSE_MOVE_OUT']).default('KEEP').meta({
  description:
    'What becomes of residents of the table’s properties who are not in the table. KEEP leaves them. PROPOSE_MOVE_OUT plans the move-out of those who have an `externalId` or came with an earlier import; see the rows with `verdict=move_out`.',
});

const Invite = z.enum(['NONE', 'CREATE', 'DISPATCH']).default('NONE').meta({
  description: 'Whether new residents get an invite. DISPATCH also sends it. Needs `onboarding:write`.',
});

const createUnits = 'Whether units that the property does not have are created. Needs `units:write`.';

const propertyId = idSchema('property').optional().meta({
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
        'One object for each resident. The names are those of columns: unit, email, phone, firstName, lastName, property, floor, externalId, moveIn, moveOut.',
      example: [{ unit: '4B', email: 'jordan@example.test', firstName: 'Jordan', lastName: 'Reyes' }],
    }),
  propertyId,
  mapping: Mapping.optional(),
  options: options.prefault({}),
});

function parseMapping(text: string, issues: z.core.$ZodRawIssue[]): z.output<typeof Mapping> {
  try {
    const parsed = Mapping.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch {
    // Refused below, like an object of another shape.
  }
  const message = `Expected a JSON object from headers to fields, such as {"Apt no.":"unit"}. Fields are ${importFields.join(', ')}.`;
  issues.push({ code: 'custom', message, input: text });
  return {};
}

/** What is asked for besides a file, in its query or form, where all values are texts. */
export const fileFields = {
  propertyId,
  mapping: z
    .string()
    .max(20_000)
    .transform((text, { issues }) => parseMapping(text, issues))
    .optional()
    .meta({
      description:
        'JSON: the field of each column, by the column’s header; null leaves a column out. Columns that are not named are recognized.',
      override: { type: 'string', example: '{"Apt no.":"unit"}' },
    }),
  onExisting: OnExisting.optional().meta({ description: OnExisting.description }),
  onMissing: OnMissing.optional().meta({ description: OnMissing.description }),
  createUnits: booleanQuery(createUnits),
  invite: Invite.optional().meta({ description: Invite.description }),
};

/** The same, in a form. */
export const FileFields = z.object(fileFields);
type FileRequest = z.output<typeof FileFields>;

/** What a file's query or form asks for, as JSON would. */
export function toRequest({ propertyId: id, mapping, ...rest }: FileRequest) {
  const { onExisting = 'UPDATE', onMissing = 'KEEP', createUnits: isMaking = false, invite = 'NONE' } = rest;
  return { propertyId: id, mapping, options: { onExisting, onMissing, createUnits: isMaking, invite } };
}
