import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery, UpdatedSince } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { cancelImport } from './cancel-import.ts';
import { ImportRowEntry, ImportVerdict, presentImportRow } from './import-row.schema.ts';
import { Import, ImportStatus, presentImport } from './import.schema.ts';
import { listImportRows } from './list-import-rows.ts';
import { listImports } from './list-imports.ts';
import { loadImport } from './load-import.ts';

const tag = 'Imports';
const params = { id: idSchema('import') };
const response = z.object({ import: Import });
const { limit, offset } = pageQuery(['createdAt']);

export const importRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/imports',
    operationId: 'listImports',
    summary: 'List imports',
    description: 'The imports of the tenant, each with its totals.',
    tag,
    scope: 'imports:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt']),
      updatedSince: UpdatedSince,
      status: ImportStatus.optional(),
    },
    status: [200],
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
    tag,
    scope: 'imports:read',
    params,
    status: [200],
    response,
    run: async ({ ctx, params: { id } }) => ok({ import: presentImport(ctx, await loadImport(ctx, id)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/imports/{id}/rows',
    operationId: 'listImportRows',
    summary: 'List the rows of an import',
    description:
      'What each row does, in the order of the lines: the changes of the resident, or all that is wrong with the row.',
    tag,
    scope: 'imports:read',
    params,
    query: { limit, offset, verdict: ImportVerdict.optional() },
    status: [200],
    response: listEnvelope('rows', ImportRowEntry),
    run: async ({ ctx, params: { id }, query }) => {
      const { rows, ...page } = await listImportRows(ctx, id, query);
      return ok({ rows: rows.map(presentImportRow), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/imports/{id}/cancel',
    operationId: 'cancelImport',
    summary: 'Cancel an import',
    description:
      'Ends an import that is not committed: its plan cannot be executed any more. An import that is cancelled already stays as it is. One that is being committed, was committed or has expired is 409 `import_not_cancelable`.',
    tag,
    scope: 'imports:write',
    params,
    status: [200],
    response,
    codes: { 409: ['import_not_cancelable'] },
    run: async ({ ctx, params: { id } }) => ok({ import: presentImport(ctx, await cancelImport(ctx, id)) }),
  }),
];
