import type { Readable } from 'node:stream';
import type { Route } from '@pas/platform/http/define-route';
import type { FieldProblem } from '@pas/platform/errors/fault';
import { invalid } from '@pas/platform/errors/raise';
import { accepted, created } from '@pas/platform/http/reply';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { createTableReader } from './reading/table-reader.ts';
import { DryRunRows, type JsonFields } from './reading/tables/json-rows.schema.ts';
import { digestBody } from './reading/digest-body.ts';
import {
  planImport,
  receiveRows,
  requireRoom,
  storePlan,
  type DraftImport,
  type ImportSettings,
  type ImportRequest,
} from './dry-run-import.ts';
import { FileFields, fileFields, maxFileBytes, maxJsonBytes, toRequest } from './dry-run.schema.ts';
import { Import, presentImport } from './import.schema.ts';
import { keepInvalid, orThrow, refuseJson } from './refuse-upload.ts';
import { createUploadPlaces } from './reading/upload-places.ts';

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The media type of CSV files on Windows with Excel. */
const excel = 'application/vnd.ms-excel';

/** The dry run of an import, which stores only a plan. */
export function dryRunRoute(importing: ImportSettings): Route {
  const places = createUploadPlaces();
  const tables = createTableReader(importing);
  return defineRoute({
    method: 'post',
    path: '/api/admin/imports/residents/dry-run',
    operationId: 'planResidentImport',
    summary: 'Plan an import of residents',
    description:
      'Checks a table of residents and plans the import. Only the plan is stored. Send the table as `text/csv` or as an Excel workbook, with the fields in the query. `multipart/form-data` has the fields before or after the file; JSON is accepted, too. The first row names the columns in English, Spanish, French or German. The answer shows the recognized fields, and `mapping` corrects them. A repeated name gets a number, such as `Email (2)`: the first column is read unless `mapping` chooses another. A table has at most 100 columns, and blank rows count as rows. Commas, semicolons, tabs and bars separate cells; UTF-8, UTF-16 and Windows-1252 are read. The first visible sheet of a workbook that has a header is read, with its numbers as displayed. A title before the header and repeats of the header are left out. The answer is 201 with the plan for up to 5,000 rows, else 202 with `status: VALIDATING`. Then read the import until its status changes. INVALID: every row has errors. A resident is found by externalId, else by email, else by phone and name. Empty cells change nothing, and neither do “n/a” and “-” for contacts and dates. `createUnits` needs the scope `units:write` too, `invite` the scope `onboarding:write`, and `onMissing: PROPOSE_MOVE_OUT` the scope `users:write`. An existing residence keeps its start. Dates are days in the property’s time zone. They are written as 2026-03-01, in the order of the property’s country, or with a month name. A moveOut is the last day. The plan can be committed for 24 hours. The sent rows are removed after 30 days. One file of a tenant is read at a time, and further files wait. The answer is 429 with `Retry-After` if too many wait, or five large imports are VALIDATING. `file_too_complex`: reading the file took more than 10 seconds of processor time, 15 seconds, or the memory limit. The tenant’s next file then has to wait, longer each time.',
    tag: 'Imports',
    scope: 'imports:write',
    alsoScopes: ['units:write', 'onboarding:write', 'users:write'],
    query: fileFields,
    body: {
      json: { schema: DryRunRows, maxBytes: maxJsonBytes, isStreamed: true },
      table: { maxBytes: maxFileBytes, mediaTypes: ['text/csv', workbook, excel] },
      multipart: { fields: FileFields, maxBytes: maxFileBytes },
    },
    status: [201, 202],
    response: z.object({ import: Import }),
    failures: [404, 429],
    run: async ({ ctx, query, body, signal, runRead }) => {
      const { tenantId } = ctx;
      const digest = digestBody();
      const plan = async (draft: DraftImport, request: ImportRequest, sent: unknown = request) =>
        runRead(digest.end(sent), async () => {
          const planned = await planImport(ctx, places, { ...draft, request });
          return async (within) => {
            const row = await storePlan({ ...ctx, ...(within && { within }) }, planned);
            return (row.status === 'VALIDATING' ? accepted : created)({ import: presentImport(ctx, row) });
          };
        });
      const upload = { tenantId, signal, charset: null };
      const receive = (bytes: Readable, fileName: string | null, charset: string | null = null) =>
        tables.read({ ...upload, format: 'file', charset, bytes: digest.reading(bytes) }, async (table) =>
          receiveRows(ctx, table, fileName),
        );
      const planJson = async (bytes: Readable, problems: readonly FieldProblem[]) => {
        const reading = { ...upload, format: 'json' as const, bytes: digest.reading(bytes) };
        const { draft, fields } = await tables.read(reading, async (table) => ({
          draft: await receiveRows(ctx, table, null),
          fields: table.fields as JsonFields,
        }));
        if (problems.length > 0) throw invalid([]);
        return plan(draft, { ...fields, propertyId: fields.propertyId ?? query.propertyId }, fields);
      };
      const read = async () => {
        if (body.kind === 'json') {
          const { bytes, problems } = body;
          return planJson(bytes, problems).catch((error: unknown) => refuseJson(error, problems));
        }
        if (body.kind === 'table')
          return plan(await receive(body.bytes, null, body.charset), toRequest(query));
        const { fields, file } = await body.receive(async ({ name, bytes }) =>
          receive(bytes, name).catch(keepInvalid),
        );
        return plan(orThrow(file), toRequest({ ...query, ...fields }));
      };
      const work = async () => {
        await requireRoom(ctx);
        return read();
      };
      return places.hold(ctx, signal, work);
    },
  });
}
