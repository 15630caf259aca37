import { booleanQuery, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { defineRoute } from '@pas/shared/routes/define-route';
import { z } from 'zod';
import { readPropertyReadiness, readUnitReadiness } from './read-readiness.ts';
import { PropertyReadiness, UnitReadiness } from './readiness.schema.ts';

const { limit, offset } = pageQuery(['createdAt']);

/** Routes that check whether a visitor's call to a unit would ring. */
export const readinessRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/units/{id}/readiness',
    operationId: 'getUnitReadiness',
    summary: 'Check whether a call to a unit would ring',
    description:
      'Checks the number, the residents, their devices and phones, the door and open invites. Each failed check has advice.',
    scope: 'units:read',
    params: { id: idSchema('unit') },
    response: z.object({ readiness: UnitReadiness }),
    run: async ({ ctx, params: { id } }) => ok({ readiness: await readUnitReadiness(ctx, id) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/properties/{id}/readiness',
    operationId: 'getPropertyReadiness',
    summary: 'List the units of a property that a call would not ring',
    description:
      'The checks of `GET /units/{id}/readiness` for all units of the property. `causes` covers all units that are not ready; `problems` is a page of them.',
    scope: 'properties:read',
    params: { id: idSchema('property') },
    query: { limit, offset, unitIds: booleanQuery('Whether each cause lists the ids of its units.') },
    response: z.object({ readiness: PropertyReadiness }),
    run: async ({ ctx, params: { id }, query }) =>
      ok({ readiness: await readPropertyReadiness(ctx, { id, ...query }) }),
  }),
];
