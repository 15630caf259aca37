import type { Route } from '@pas/platform/http/define-route';
import { defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery, SearchPrefix } from '@pas/platform/http/page';
import { requireVersion } from '@pas/platform/http/if-match';
import { accepted, created, noContent, ok } from '@pas/platform/http/reply';
import { notFound } from '@pas/platform/errors/raise';
import { conflict, forbidden } from '@pas/shared/errors/raise';
import { idSchema, newId } from '@pas/shared/ids/id';
import { UnitModel } from '@pas/shared/models/unit';
import { z } from 'zod';
import { answerRoutes } from './toy-answers.routes.ts';
import { bodyRoutes } from './toy-bodies.routes.ts';
import { residentRoutes } from './toy-residents.routes.ts';

/** The only unit of the toy service, at version 3. */
export const knownId = newId('unit');
export const missingId = newId('unit');
export const total = 450;

const params = { id: idSchema('unit') };
const Unit = z.object({ id: idSchema('unit'), label: z.string(), version: z.int() });
const unit = { id: knownId, label: 'Lobby', version: 3 };
const response = z.object({ unit: Unit });

function load(id: string): typeof unit {
  if (id !== knownId) throw notFound();
  return unit;
}

const shell = { summary: 'A toy' } as const;

const reads = [
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/units',
    operationId: 'listUnits',
    scope: 'units:read',
    query: {
      ...pageQuery(['createdAt', 'label']),
      q: SearchPrefix,
      occupancy: z.enum(['VACANT', 'OCCUPIED']).optional(),
    },
    response: listEnvelope('units', z.string()),
    run: async ({ query: { limit, offset, sort, q } }) => {
      const rows = Array.from({ length: total }, (_, index) => `${index} ${JSON.stringify({ sort, q })}`);
      return ok({ units: rows.slice(offset, offset + limit), total, limit, offset });
    },
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/units/{id}',
    operationId: 'getUnit',
    scope: 'units:read',
    params,
    response,
    run: async ({ params: { id } }) => ok({ unit: load(id) }),
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/units/export',
    operationId: 'getAdminUnitsExport',
    scope: 'units:read',
    response: z.object({ export: z.string() }),
    run: async () => ok({ export: 'all' }),
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/tenant',
    operationId: 'getAdminTenant',
    scope: 'tenants:read',
    response: z.object({ tenantId: z.string() }),
    run: async ({ ctx }) => ok({ tenantId: ctx.tenantId }),
  }),
];

const writes = [
  defineRoute({
    ...shell,
    method: 'post',
    path: '/api/admin/units',
    operationId: 'ensureUnit',
    scope: 'units:write',
    status: [201],
    body: z.object({
      label: z.string().min(1).max(64),
      occupancy: z.enum(['VACANT', 'OCCUPIED']),
      floor: z.string().nullable().optional(),
      address: z
        .object({ city: z.string(), country: z.string().length(2) })
        .strict()
        .optional(),
      tags: z.array(z.string()).optional(),
    }),
    response,
    run: async ({ body }) => created({ unit: { ...unit, label: body.label } }),
  }),
  defineRoute({
    ...shell,
    method: 'patch',
    path: '/api/admin/units/{id}',
    operationId: 'updateUnit',
    scope: 'units:write',
    params,
    body: z.object({ label: z.string().optional() }),
    response,
    run: async ({ params: { id }, ifMatch }) => {
      requireVersion(load(id), ifMatch);
      return ok({ unit: { ...unit, version: 4 } });
    },
  }),
  defineRoute({
    ...shell,
    method: 'delete',
    path: '/api/admin/units/{id}',
    operationId: 'deleteUnit',
    scope: 'units:write',
    params,
    run: async ({ params: { id }, ifMatch }) => {
      requireVersion(load(id), ifMatch);
      return noContent();
    },
  }),
  defineRoute({
    ...shell,
    method: 'post',
    path: '/api/admin/units/{id}/lock',
    operationId: 'postAdminUnitsByIdLock',
    scope: 'units:write',
    params,
    status: [202],
    body: z.object({ reason: z.string().optional() }),
    response,
    run: async ({ params: { id } }) => accepted({ unit: load(id) }),
  }),
  defineRoute({
    ...shell,
    method: 'post',
    path: '/api/admin/units/{id}/unlock',
    operationId: 'postAdminUnitsByIdUnlock',
    scope: 'units:write',
    params,
    response,
    run: async ({ params: { id } }) => ok({ unit: load(id) }),
  }),
];

/** Actions, each with a different outcome. */
const endings = [
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/leaky',
    operationId: 'getAdminLeaky',
    scope: 'units:read',
    response,
    run: async () => {
      const stored = { ...unit, passwordHash: 'argon2id-canary' };
      return ok({ unit: stored, internal: 'canary' });
    },
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/misshapen',
    operationId: 'getAdminMisshapen',
    scope: 'units:read',
    response,
    run: async () => ok({ unit: { ...unit, version: 'canary' as never } }, { 'X-Half': 'done' }),
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/explosive/{id}',
    operationId: 'getAdminExplosiveById',
    scope: 'units:read',
    params: { id: z.string() },
    run: () => Promise.reject(new Error('canary at mongodb://10.0.0.3')),
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/forbidden',
    operationId: 'getAdminForbidden',
    scope: 'units:read',
    run: () => Promise.reject(forbidden('property_not_allowed', 'This property is not for you.')),
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/conflicting',
    operationId: 'getAdminConflicting',
    scope: 'units:read',
    run: () =>
      Promise.reject(
        conflict('has_children', 'There are units left.', { members: { children: ['unit_1'] } }),
      ),
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/store',
    operationId: 'getAdminStore',
    scope: 'units:read',
    response: z.object({ count: z.int() }),
    run: async ({ ctx }) => ok({ count: await UnitModel.countDocuments({ tenantId: ctx.tenantId }) }),
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/admin/secret',
    operationId: 'getAdminSecret',
    scope: 'units:read',
    isSecret: true,
    response: z.object({ secret: z.string() }),
    run: async () => ok({ secret: 'shown once' }),
  }),
];

/** A unit in memory, and routes with different outcomes. */
export const routes: readonly Route[] = [
  ...reads,
  ...writes,
  ...endings,
  ...residentRoutes,
  ...answerRoutes,
  ...bodyRoutes,
];
