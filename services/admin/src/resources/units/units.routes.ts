import { defineRoute } from '@pas/shared/routes/define-route';
import { pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { changesQuery, ExternalId, idsQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { deleteUnit } from './delete-unit.ts';
import { ensureUnit } from './ensure-unit.ts';
import { listUnits } from './list-units.ts';
import { loadUnit } from './load-unit.ts';
import { EnsureUnit, presentUnit, PutUnit, Unit, UpdateUnit } from './unit.schema.ts';
import { putUnit } from './put-unit.ts';
import { updateUnit } from './update-unit.ts';

const params = { id: idSchema('unit') };
const response = z.object({ unit: Unit });

export const unitRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/units',
    operationId: 'listUnits',
    summary: 'List units',
    description: 'The units of the tenant, each with its occupancy.',
    scope: 'units:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'label']),
      ...changesQuery,
      ...idsQuery('unit'),
      q: SearchPrefix,
      propertyId: idSchema('property').optional(),
      occupancy: z.enum(['OCCUPIED', 'VACANT']).optional(),
      externalId: ExternalId.optional(),
    },
    response: listWithTombstones('units', Unit),
    table: { row: Unit },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listUnits(ctx, query);
      return ok({ units: presentRows(rows, presentUnit), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/units',
    operationId: 'ensureUnit',
    summary: 'Ensure that a unit exists',
    description:
      '201 when the call created the unit, 200 when the unit existed already. An existing unit is never changed. A unit with exactly the label is found first, then one with the same `labelKey`. The `dialCode` of another unit is 409 `already_exists`. A new unit in an archived property is 409 `property_archived`.',
    scope: 'units:write',
    body: EnsureUnit,
    status: [201, 200],
    response,
    codes: { 409: ['already_exists', 'property_archived'] },
    run: async ({ ctx, body }) => {
      const { unit, isNew } = await ensureUnit(ctx, body);
      return (isNew ? created : ok)({ unit: presentUnit(unit) });
    },
  }),
  defineRoute({
    method: 'put',
    path: '/api/admin/units/by-external-id/{externalId}',
    operationId: 'putUnitByExternalId',
    summary: 'Create or change the unit of an external id',
    description:
      'For rosters that are kept in another system. 201 when no unit had the external id: `propertyId` and `label` are required then. Otherwise 200, and only the fields that are sent are changed. A call that changes nothing keeps the version. A unit stays in its property: another `propertyId` is 422. Another unit of the property with the same `labelKey` or `dialCode` is 409 `already_exists`. Encode the external id for the path. An external id has no slash: 422.',
    scope: 'units:write',
    params: { externalId: ExternalId },
    body: PutUnit,
    status: [200, 201],
    response,
    failures: [412],
    codes: { 409: ['already_exists', 'property_archived'] },
    run: async ({ ctx, params: { externalId }, body, ifMatch }) => {
      const { unit, isNew } = await putUnit(ctx, { externalId, ifMatch, input: body });
      return (isNew ? created : ok)({ unit: presentUnit(unit) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/units/{id}',
    operationId: 'getUnit',
    summary: 'Read a unit',
    description: 'One unit.',
    scope: 'units:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok({ unit: presentUnit(await loadUnit(ctx, id)) }),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/admin/units/{id}',
    operationId: 'updateUnit',
    summary: 'Change a unit',
    description:
      'Changes the fields that are sent. Another unit of the property with the same `labelKey` or `dialCode` is 409 `already_exists`. The dial code of a unit that was deleted within 30 days is taken too. A new label keeps the dial code.',
    scope: 'units:write',
    params,
    body: UpdateUnit,
    response,
    failures: [412],
    codes: { 409: ['already_exists'] },
    run: async ({ ctx, params: { id }, body, ifMatch }) =>
      ok({ unit: presentUnit(await updateUnit(ctx, { id, ifMatch, patch: body })) }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/units/{id}',
    operationId: 'deleteUnit',
    summary: 'Delete a unit without residents',
    description:
      'Pending invites to the unit end too. 409 `has_children` while somebody lives there, or while the unit has a door or an assigned number.',
    scope: 'units:write',
    params,
    isPlanned: true,
    failures: [412],
    codes: { 409: ['has_children'] },
    run: async ({ ctx, params: { id }, ifMatch }) => {
      await deleteUnit(ctx, { id, ifMatch });
      return noContent();
    },
  }),
];
