import type { Route } from '@pas/platform/http/define-route';
import { accepted, created } from '@pas/platform/http/reply';
import type { ImportRow } from '@pas/shared/models/import';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { dryRunImport, type ImportSettings } from './dry-run-import.ts';
import { dryRunBody, fileFields } from './dry-run.schema.ts';
import { Import, presentImport } from './import.schema.ts';
import { createTableReader } from './reading/table-reader.ts';
import { createUploadPlaces } from './reading/upload-places.ts';

/** Returns the dry run of an import, which stores only a plan. */
export function dryRunRoute(importing: ImportSettings): Route {
  const dependencies = { places: createUploadPlaces(), tables: createTableReader(importing) };
  return defineRoute({
    method: 'post',
    path: '/api/admin/imports/residents/dry-run',
    operationId: 'planResidentImport',
    summary: 'Plan an import of residents',
    description:
      'Checks a table of residents and plans the import. Only the plan is stored. Send the table as `text/csv` or as an Excel workbook, with the fields in the query. `multipart/form-data` has the fields before or after the file; JSON is accepted, too. The first row names the columns in English, Spanish, French or German. The answer shows the recognized fields, and `mapping` corrects them. Names are in two columns, or in one such as “Full name”, “Resident” or “Name”. A full name is written `Clara Reyes` or `Reyes, Clara`. A full name beside first and last names is left out. A repeated name gets a number, such as `Email (2)`: the first column is read unless `mapping` chooses another. A table has at most 100 columns, and blank rows count as rows. Commas, semicolons, tabs and bars separate cells; UTF-8, UTF-16 and Windows-1252 are read. The first visible sheet of a workbook that has a header is read, with its numbers as displayed. A title before the header and repeats of the header are left out. The answer is 201 with the plan for up to 5,000 rows, else 202 with `status: VALIDATING`. Then read the import until its status changes. INVALID: every row has errors. A resident is found by externalId, else by email, else by phone and name. Empty cells change nothing, and neither do “n/a” and “-” for contacts and dates. `createUnits` needs the scope `units:write` too, `invite` the scope `onboarding:write`, and `onMissing: PROPOSE_MOVE_OUT` the scope `users:write`. An existing residence keeps its start. Dates are days in the property’s time zone. They are written as 2026-03-01, as 3/1/2026, or with a month name. The order of day and month comes from the values of the column, else from the property’s country. Without both, or in a column that contradicts itself, such a date is `ambiguous_date`. A two-digit year lies at most ten years ahead, else in the century before. A moveIn more than ten years ahead is `implausible_date`. A moveOut is the last day. The plan can be committed for 24 hours. The sent rows are removed after 30 days. One file of a tenant is read at a time, and further files wait. The answer is 429 with `Retry-After` if too many wait, or five large imports are VALIDATING. `file_too_complex`: reading the file took more than 10 seconds of processor time, 15 seconds, or the memory limit. The tenant’s next file then has to wait, longer each time.',
    scope: 'imports:write',
    conditionalScopes: ['units:write', 'onboarding:write', 'users:write'],
    query: fileFields,
    body: dryRunBody,
    status: [201, 202],
    response: z.object({ import: Import }),
    run: async ({ ctx, query, body, signal, runRead }) => {
      const reply = (row: ImportRow) =>
        (row.status === 'VALIDATING' ? accepted : created)({ import: presentImport(ctx, row) });
      return dryRunImport(ctx, dependencies, { query, body, signal, runRead, reply });
    },
  });
}
