import { defineRoute } from '@pas/shared/http/define-route';
import { listEnvelope, pageQuery, SearchPrefix } from '@pas/shared/http/page';
import { created, ok } from '@pas/shared/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { ensureUnit } from './ensure-unit.ts';
import { listUnits } from './list-units.ts';
import { loadUnit } from './load-unit.ts';
import { EnsureUnit, presentUnit, Unit } from './unit.schema.ts';

const tag = 'Units';
const params = { id: idSchema('unit') };
const response = z.object({ unit: Unit });

export const unitRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/units',
    summary: 'List units',
    tag,
    scope: 'units:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'label']),
      q: SearchPrefix,
      propertyId: idSchema('property').optional(),
      occupancy: z.enum(['OCCUPIED', 'VACANT']).optional(),
    },
    status: [200],
    response: listEnvelope('units', Unit),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listUnits(ctx, query);
      return ok({ units: rows.map(presentUnit), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/units',
    summary: 'Ensure that a unit exists',
    description:
      '201 when the call made the unit, 200 when it was there already; an existing unit is never changed.',
    tag,
    scope: 'units:write',
    body: EnsureUnit,
    status: [201, 200],
    response,
    failures: [404, 409],
    run: async ({ ctx, body }) => {
      const { unit, isNew } = await ensureUnit(ctx, body);
      return (isNew ? created : ok)({ unit: presentUnit(unit) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/units/{id}',
    summary: 'Read a unit',
    tag,
    scope: 'units:read',
    params,
    status: [200],
    response,
    run: async ({ ctx, params: { id } }) => ok({ unit: presentUnit(await loadUnit(ctx, id)) }),
  }),
];
