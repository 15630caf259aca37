import { importFields } from '@pas/shared/models/import-fields';
import type { BodyKinds, BodyOutput } from '@pas/platform/http/body-kinds';
import { booleanQuery } from '@pas/platform/http/page';
import { z } from 'zod';
import {
  createUnits,
  DryRunRows,
  Invite,
  Mapping,
  OnExisting,
  OnMissing,
  propertyId,
} from './reading/tables/json-rows.schema.ts';

const mebibyte = 1024 * 1024;

/** The maximum size of a table as a file and as JSON, in bytes. */
const [maxFileBytes, maxJsonBytes] = [20 * mebibyte, 4 * mebibyte];

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

/** Fields of a file upload in its query or form, where all values are texts. */
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

/** The same fields in a form. */
const FileFields = z.object(fileFields);
export type DryRunQuery = z.output<typeof FileFields>;

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media type of CSV files on Windows with Excel. */
const excel = 'application/vnd.ms-excel';

/** The accepted bodies: a file, a form with a file, and JSON. */
export const dryRunBody = {
  json: { schema: DryRunRows, maxBytes: maxJsonBytes, isStreamed: true },
  table: { maxBytes: maxFileBytes, mediaTypes: ['text/csv', workbook, excel] },
  multipart: { fields: FileFields, maxBytes: maxFileBytes },
} satisfies BodyKinds;
export type DryRunBody = BodyOutput<typeof dryRunBody>;

/** Converts the query or form of a file to the JSON request. */
export function toRequest({ propertyId: id, mapping, ...rest }: DryRunQuery) {
  const { onExisting = 'UPDATE', onMissing = 'KEEP', createUnits: isMaking = false, invite = 'NONE' } = rest;
  return { propertyId: id, mapping, options: { onExisting, onMissing, createUnits: isMaking, invite } };
}
