import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery, UpdatedSince } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { Import, ImportStatus, presentImport } from './import.schema.ts';
import { listImports } from './list-imports.ts';
import { loadImport } from './load-import.ts';

const tag = 'Imports';

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
    params: { id: idSchema('import') },
    status: [200],
    response: z.object({ import: Import }),
    run: async ({ ctx, params: { id } }) => ok({ import: presentImport(ctx, await loadImport(ctx, id)) }),
  }),
];
