import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { listOwnUnits } from './list-own-units.ts';
import { presentOwnUnit, Unit } from './unit.schema.ts';

export const unitRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/units',
    operationId: 'listOwnUnits',
    summary: 'List the units that I live in now',
    description: 'Returns the units where the person lives now.',
    scope: null,
    callers: 'resident',
    query: pageQuery(['createdAt', 'label']),
    response: listEnvelope('units', Unit),
    codes: { 403: ['resident_former', 'resident_disabled'] },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listOwnUnits(ctx, query);
      return ok({ units: rows.map(presentOwnUnit), ...page });
    },
  }),
];
