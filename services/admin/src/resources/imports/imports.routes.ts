import { defineRoute } from '@pas/shared/routes/define-route';
import { keptChangesQuery, listEnvelope, pageQuery } from '@pas/platform/http/page';
import type { Route } from '@pas/platform/http/define-route';
import { accepted, eventsOf, ok, streamed } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { cancelImport } from './cancel-import.ts';
import { commitImport } from './commit-import.ts';
import { correctImport } from './correct-import.ts';
import { CorrectImport } from './correct-import.schema.ts';
import type { ImportSettings } from './dry-run-import.ts';
import { dryRunRoute } from './dry-run.routes.ts';
import { followImport } from './follow-import.ts';
import { ImportRowEntry, ImportVerdict, presentImportRow } from './import-row.schema.ts';
import { CommitImport, CommitImportById, Import, ImportStatus, presentImport } from './import.schema.ts';
import { listImportRows } from './list-import-rows.ts';
import { listImports } from './list-imports.ts';
import { loadImport } from './load-import.ts';
import { revertImport } from './revert-import.ts';
import { writeErrors, writeTemplate } from './write-errors.ts';

const csvFile = (name: string, chunks: AsyncIterable<string>) =>
  streamed('text/csv; charset=utf-8', name, chunks);

const params = { id: idSchema('import') };
const response = z.object({ import: Import });
const { limit, offset } = pageQuery(['createdAt']);
const commitDescription =
  'Executes the plan of a dry run. The answer is 202, and a worker executes the plan. Follow the status by `GET /api/admin/imports/{id}` or its events. A repeated commit answers with the current import, and the plan is executed once. 422 `import_has_errors` for rows with errors in mode ALL_OR_NOTHING; 409 `plan_stale` names rows whose operation has changed. Plans above 5,000 rows are compared batch by batch during execution. At a batch with such a row the import ends FAILED, and the batches before it stay. The option `invite` applies to residents who get a home and cannot sign in yet. After all rows, CREATE makes their invites, and DISPATCH also sends them. The residents of executed rows are also invited if the import ends FAILED or CANCELED before its last row. For a suspended tenant nothing is executed: the import ends FAILED with that reason. The caller who commits also needs the scopes of the dry run’s options. `createUnits` needs `units:write`, `invite` needs `onboarding:write`, and `onMissing: PROPOSE_MOVE_OUT` needs `users:write`.';
const conditionalScopes = ['units:write', 'onboarding:write', 'users:write'] as const;
const commitCodes = {
  409: ['plan_stale', 'import_expired', 'import_not_ready', 'import_not_committable', 'too_many_move_outs'],
  422: ['import_has_errors'],
} as const;

/** Routes of imports: their plans, rows and errors. */
export const importRoutes = (importing: ImportSettings): Route[] => [
  defineRoute({
    method: 'get',
    path: '/api/admin/imports',
    operationId: 'listImports',
    summary: 'List imports',
    description: 'The imports of the tenant, each with its totals.',
    scope: 'imports:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt']),
      ...keptChangesQuery,
      status: ImportStatus.optional(),
    },
    response: listEnvelope('imports', Import),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listImports(ctx, query);
      return ok({ imports: rows.map((row) => presentImport(ctx, row)), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/imports/{id}',
    operationId: 'getImport',
    summary: 'Read an import',
    description: 'One import with its totals.',
    scope: 'imports:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok({ import: presentImport(ctx, await loadImport(ctx, id)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/imports/{id}/rows',
    operationId: 'listImportRows',
    summary: 'List the rows of an import',
    description:
      'The rows in line order. Each has its values, and the changes of the resident or all errors of the row. Rows are removed 30 days after the upload; the import and its totals stay.',
    scope: 'imports:read',
    params,
    query: {
      limit,
      offset,
      verdict: ImportVerdict.optional().meta({ description: 'Only the rows with this verdict.' }),
    },
    response: listEnvelope('rows', ImportRowEntry),
    run: async ({ ctx, params: { id }, query }) => {
      const { rows, ...page } = await listImportRows(ctx, id, query);
      return ok({ rows: rows.map(presentImportRow), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/imports/residents/commit',
    operationId: 'commitResidentImport',
    summary: 'Commit an import',
    description: commitDescription,
    scope: 'imports:write',
    conditionalScopes,
    body: CommitImport,
    status: [202],
    response,
    codes: commitCodes,
    run: async ({ ctx, body: { importId: id, ...request } }) =>
      accepted({ import: presentImport(ctx, await commitImport(ctx, { id, ...request })) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/imports/residents/{id}/commit',
    operationId: 'commitImport',
    summary: 'Commit an import by its id in the path',
    description: commitDescription,
    scope: 'imports:write',
    conditionalScopes,
    params,
    body: CommitImportById,
    status: [202],
    response,
    codes: commitCodes,
    run: async ({ ctx, params: { id }, body }) =>
      accepted({ import: presentImport(ctx, await commitImport(ctx, { id, ...body })) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/imports/{id}/corrections',
    operationId: 'correctImport',
    summary: 'Correct an import before its commit',
    description:
      'Changes cells, columns or the property of a table that was sent, without another upload. A worker then makes a new plan of all rows, with another `planHash`. The answer is 202 with `status: VALIDATING`. Follow the status by `GET /api/admin/imports/{id}` or its events. The plan can be committed for 24 hours again. 409 `import_not_ready` while a plan is made, and `import_not_correctable` once the import is committed or has ended. The caller also needs the scopes of the options. `createUnits` needs `units:write`, `invite` needs `onboarding:write`, and `onMissing: PROPOSE_MOVE_OUT` needs `users:write`.',
    scope: 'imports:write',
    conditionalScopes,
    params,
    body: CorrectImport,
    status: [202],
    response,
    codes: { 409: ['import_expired', 'import_not_ready', 'import_not_correctable'] },
    run: async ({ ctx, params: { id }, body }) =>
      accepted({ import: presentImport(ctx, await correctImport(ctx, id, body)) }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/imports/{id}/revert',
    operationId: 'revertImport',
    summary: 'Undo a committed import',
    description:
      'Within 24 hours of the commit. The answer is 202, and a worker undoes the rows, from the last one to the first. It deletes new residents and units, restores changed fields and ends of residences, and revokes pending invites. A row whose resident was changed since is kept; see `rows?verdict=kept`. The status becomes REVERTED, and `totals.reverted` counts the rows. A repeated request answers with the current import. The caller needs the same scopes for the options as for the commit. `createUnits` needs `units:write`, `invite` needs `onboarding:write`, and `onMissing: PROPOSE_MOVE_OUT` needs `users:write`.',
    scope: 'imports:write',
    conditionalScopes,
    params,
    isPlanned: true,
    status: [202],
    response,
    codes: { 409: ['import_not_revertable'] },
    run: async ({ ctx, params: { id } }) =>
      accepted({ import: presentImport(ctx, await revertImport(ctx, id)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/imports/{id}/events',
    operationId: 'followImport',
    summary: 'Follow an import',
    description:
      'Server-sent events with the import: once at the start, and at each change of its status or progress. The stream ends when the import has ended or waits for a commit. One that begins while the import waits ends after ten seconds without a commit. A client that reconnects with `Last-Event-ID` gets only newer events.',
    scope: 'imports:read',
    params,
    answers: 'events',
    response,
    run: async ({ ctx, params: { id }, lastEventId, signal }) => {
      const first = await loadImport(ctx, id);
      return eventsOf(followImport(ctx, { first, lastEventId, signal }));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/imports/{id}/cancel',
    operationId: 'cancelImport',
    summary: 'Cancel an import',
    description:
      'Ends an import that is not committed: its plan can no longer be executed. During a commit, the worker stops after the current batch of rows. Executed rows stay, and `progress` counts them. With the option `invite` their residents are invited, and then the status becomes CANCELED. Cancel again to stop the invites as well. A cancelled import stays unchanged. One that was committed, has failed or has expired is 409 `import_not_cancelable`.',
    scope: 'imports:write',
    params,
    response,
    codes: { 409: ['import_not_cancelable'] },
    run: async ({ ctx, params: { id } }) => ok({ import: presentImport(ctx, await cancelImport(ctx, id)) }),
  }),
  dryRunRoute(importing),
  defineRoute({
    method: 'get',
    path: '/api/admin/imports/{id}/errors.csv',
    operationId: 'exportImportErrors',
    summary: 'Export the rows with errors',
    description:
      'A table of the rows with errors: the columns as they were sent, then `_line` and `_error`. It has the separator of the uploaded CSV, else commas. Correct the rows and send the table again: these two columns are then left out. Spreadsheets do not read its cells as formulas.',
    scope: 'imports:read',
    params,
    answers: 'stream',
    streams: { 'text/csv': z.string() },
    run: async ({ ctx, params: { id } }) => csvFile(`${id}-errors.csv`, await writeErrors(ctx, id)),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/imports/residents/template.csv',
    operationId: 'getImportTemplate',
    summary: 'Get an empty table of residents',
    description:
      'The header of a table with every known column. Only unit, and email or phone, are required. Write dates as 2026-03-01.',
    scope: 'imports:read',
    answers: 'stream',
    streams: { 'text/csv': z.string() },
    run: async () => csvFile('residents.csv', writeTemplate()),
  }),
];
