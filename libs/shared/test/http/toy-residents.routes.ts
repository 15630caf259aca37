import type { Route } from '@pas/platform/http/define-route';
import { definePublicRoute, defineRoute } from '@pas/shared/routes/define-route';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { ok } from '@pas/platform/http/reply';
import { z } from 'zod';

const shell = { summary: 'A toy' } as const;

/** Routes for residents. */
export const residentRoutes: readonly Route[] = [
  defineRoute({
    ...shell,
    method: 'patch',
    path: '/api/v1/me',
    operationId: 'updateMe',
    scope: null,
    callers: 'resident',
    body: z.object({ firstName: z.string().optional() }),
    response: z.object({ resident: z.object({ firstName: z.string().nullable() }) }),
    run: async ({ body }) => ok({ resident: { firstName: body.firstName ?? null } }),
  }),
  defineRoute({
    ...shell,
    method: 'get',
    path: '/api/v1/units',
    operationId: 'listOwnUnits',
    scope: null,
    callers: 'resident',
    query: pageQuery(['createdAt']),
    response: listEnvelope('units', z.string()),
    run: async ({ query: { limit, offset } }) => ok({ units: [], total: 0, limit, offset }),
  }),
  definePublicRoute({
    ...shell,
    method: 'post',
    path: '/api/v1/auth/signup',
    operationId: 'signUp',
    scope: null,
    body: z.object({ email: z.string().optional() }),
    response: z.object({ email: z.string().nullable() }),
    run: async ({ body }) => ok({ email: body.email ?? null }),
  }),
];
