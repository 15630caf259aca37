import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';
import { idSchema } from '@pas/shared/ids/id';
import { z } from 'zod';
import { changesQuery, ExternalId, idsQuery, listWithTombstones, presentRows } from '../entity.schema.ts';
import { createProperty } from './create-property.ts';
import { deleteProperty } from './delete-property.ts';
import { listProperties } from './list-properties.ts';
import { loadProperty } from './load-property.ts';
import { CreateProperty, presentProperty, Property, UpdateProperty } from './property.schema.ts';
import { PropertySummary } from './property-summary.schema.ts';
import { summarizeProperties } from './summarize-properties.ts';
import { updateProperty } from './update-property.ts';

const params = { id: idSchema('property') };
const response = z.object({ property: Property });

export const propertyRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/admin/properties',
    operationId: 'listProperties',
    summary: 'List properties',
    description: 'The properties of the tenant. A caller restricted to some properties sees only those.',
    scope: 'properties:read',
    query: {
      ...pageQuery(['createdAt', 'updatedAt', 'name']),
      ...changesQuery,
      ...idsQuery('property'),
      q: SearchPrefix,
      externalId: ExternalId.optional(),
      status: z.enum(['ACTIVE', 'ARCHIVED']).optional(),
    },
    response: listWithTombstones('properties', Property),
    table: { row: Property },
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listProperties(ctx, query);
      return ok({ properties: presentRows(rows, presentProperty), ...page });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/properties',
    operationId: 'createProperty',
    summary: 'Create a property',
    description:
      'Adds a building. National phone numbers are read by its country, and times of day in its time zone.',
    scope: 'properties:write',
    needsWholeTenant: true,
    body: CreateProperty,
    status: [201],
    response,
    codes: { 409: ['already_exists'] },
    run: async ({ ctx, body }) => created({ property: presentProperty(await createProperty(ctx, body)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/properties/summaries',
    operationId: 'listPropertySummaries',
    summary: 'List figures of properties',
    isExpensive: true,
    description:
      'Units, occupancy, silent doors and units that a call would ring, for each property of a page of `GET /properties`.',
    scope: 'properties:read',
    query: { ...pageQuery(['createdAt', 'name']), ...idsQuery('property') },
    response: listEnvelope('propertySummaries', PropertySummary),
    run: async ({ ctx, query }) => {
      const { rows, ...page } = await listProperties(ctx, query);
      return ok({ propertySummaries: await summarizeProperties(ctx, rows), ...page });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/properties/{id}',
    operationId: 'getProperty',
    summary: 'Read a property',
    description: 'One property with its address.',
    scope: 'properties:read',
    params,
    response,
    run: async ({ ctx, params: { id } }) => ok({ property: presentProperty(await loadProperty(ctx, id)) }),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/admin/properties/{id}',
    operationId: 'updateProperty',
    summary: 'Change a property',
    description:
      'Changes the fields that are sent. An ARCHIVED property takes no new units, invites, access points or numbers: 409 `property_archived`. Existing ones keep working.',
    scope: 'properties:write',
    params,
    body: UpdateProperty,
    response,
    failures: [412],
    codes: { 409: ['already_exists'] },
    run: async ({ ctx, params: { id }, body, ifMatch }) =>
      ok({ property: presentProperty(await updateProperty(ctx, { id, ifMatch, patch: body })) }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/properties/{id}',
    operationId: 'deleteProperty',
    summary: 'Delete an empty property',
    description: '409 `has_children` while it has units, access points or assigned numbers.',
    scope: 'properties:write',
    params,
    isPlanned: true,
    failures: [412],
    codes: { 409: ['has_children'] },
    run: async ({ ctx, params: { id }, ifMatch }) => {
      await deleteProperty(ctx, { id, ifMatch });
      return noContent();
    },
  }),
];
