import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { idSchema } from '@pas/shared/ids/id';
import type { Route } from '@pas/platform/http/define-route';
import { definePublicRoute, defineRoute } from '@pas/shared/routes/define-route';
import { describeRoutes } from './describe-routes.ts';
import { listEnvelope, pageQuery } from '@pas/platform/http/page';
import { created, noContent, ok } from '@pas/platform/http/reply';

const Leaf = z.object({ id: idSchema('unit'), version: z.int(), label: z.string() }).meta({ id: 'Leaf' });
const leaf = { id: 'unit_01kb3rt9d5e0p8m6q2v7x4hzjn', version: 1, label: 'Oak' };
const response = z.object({ leaf: Leaf });

const leaves: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/admin/leaves',
    summary: 'List leaves',
    tag: 'Leaves',
    scope: 'units:read',
    query: pageQuery(['createdAt', 'label']),
    status: [200],
    response: listEnvelope('leaves', Leaf),
    run: async () => ok({ leaves: [leaf], total: 1, limit: 50, offset: 0 }),
  }),
  defineRoute({
    method: 'post',
    path: '/api/admin/leaves',
    summary: 'Create a leaf',
    description: 'It is green.',
    tag: 'Leaves',
    scope: 'units:write',
    body: z.object({ label: z.string() }).meta({ example: { label: 'Oak' } }),
    status: [201, 200],
    response,
    failures: [409],
    run: async () => created({ leaf }),
  }),
  defineRoute({
    method: 'get',
    path: '/api/admin/leaves/{id}',
    summary: 'Read a leaf',
    tag: 'Leaves',
    scope: 'units:read',
    params: { id: idSchema('unit') },
    status: [200],
    response,
    run: async () => ok({ leaf }),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/admin/leaves/{id}',
    summary: 'Delete a leaf',
    tag: 'Leaves',
    scope: 'units:write',
    params: { id: idSchema('unit') },
    status: [204],
    failures: [412],
    run: async () => noContent(),
  }),
];

const signUp = definePublicRoute({
  method: 'post',
  path: '/api/v1/auth/exchange',
  summary: 'Exchange a token',
  tag: 'Auth',
  scope: null,
  credential: 'identityToken',
  body: z.object({ locale: z.string().optional() }),
  status: [200],
  response: z.object({ token: z.string() }),
  run: async () => ok({ token: 't' }),
});

interface Operation {
  operationId: string;
  description?: string;
  security: object[];
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { $ref?: string; headers?: object; content?: object }>;
}

const document = describeRoutes({
  title: 'Leaves',
  description: 'Leaves.',
  version: '1.0.0',
  unknownInput: 'refuse',
  routes: leaves,
});

function operation(path: string, method: 'get' | 'post' | 'delete', paths = document.paths): Operation {
  return paths?.[path]?.[method] as unknown as Operation;
}

const parameterNames = ({ parameters }: Operation) =>
  parameters.map(({ $ref, name }) => $ref?.split('/').at(-1) ?? name);

describe('an admin route', () => {
  test('names its operation and its scope, and takes any of the admin credentials', () => {
    expect(operation('/api/admin/leaves', 'post')).toMatchObject({
      operationId: 'postAdminLeaves',
      description: 'It is green.\n\nNeeds the scope `units:write`.',
      'x-required-scope': 'units:write',
      security: [{ apiKey: [] }, { staffToken: [] }, { operatorSession: [] }],
    });
  });

  test('shows that unknown fields of its body are refused, and keeps the example', () => {
    expect(operation('/api/admin/leaves', 'post').requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { additionalProperties: false, example: { label: 'Oak' } } } },
    });
  });

  test('lists the environment, the correlation id and the tenant of platform callers', () => {
    expect(parameterNames(operation('/api/admin/leaves', 'get'))).toEqual([
      'limit',
      'offset',
      'sort',
      'tenantId',
      'CorrelationId',
      'AdminEnv',
    ]);
  });

  test('answers ETag with a versioned entity, Link with a list', () => {
    expect(Object.keys(operation('/api/admin/leaves/{id}', 'get').responses['200']?.headers ?? {})).toContain(
      'ETag',
    );
    expect(Object.keys(operation('/api/admin/leaves', 'get').responses['200']?.headers ?? {})).toContain(
      'Link',
    );
    expect(operation('/api/admin/leaves', 'get').responses).not.toHaveProperty('304');
    expect(operation('/api/admin/leaves/{id}', 'get').responses).toHaveProperty('304');
  });

  test('takes If-Match where it can answer 412, If-None-Match where it reads a versioned entity', () => {
    expect(parameterNames(operation('/api/admin/leaves/{id}', 'delete'))).toContain('IfMatch');
    expect(parameterNames(operation('/api/admin/leaves/{id}', 'get'))).toContain('IfNoneMatch');
    expect(parameterNames(operation('/api/admin/leaves/{id}', 'get'))).not.toContain('IfMatch');
  });

  test('lists every failure that can happen, its own among them', () => {
    const statuses = Object.keys(operation('/api/admin/leaves', 'post').responses);
    expect(statuses).toEqual('200 201 400 401 403 404 409 413 415 422 429 500 502 503 504'.split(' '));
    expect(operation('/api/admin/leaves', 'post').responses['409']).toEqual({
      $ref: '#/components/responses/Conflict',
    });
  });

  test('leaves answers open to new fields', () => {
    expect(document.components?.schemas?.['Leaf']).not.toHaveProperty('additionalProperties');
  });
});

describe('a public route', () => {
  const { paths, components } = describeRoutes({
    title: 'Public',
    description: 'Public.',
    version: '1.0.0',
    unknownInput: 'ignore',
    routes: [signUp],
  });
  const exchange = operation('/api/v1/auth/exchange', 'post', paths);

  test('asks for the credential that it verifies itself and for no other', () => {
    expect(exchange.security).toEqual([{ identityToken: [] }]);
    expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['identityToken']);
  });

  test('takes no environment, a body that may be left out, and fields that it does not know', () => {
    expect(parameterNames(exchange)).toEqual(['CorrelationId']);
    expect(exchange.requestBody?.required).toBe(false);
    expect(exchange.requestBody?.content['application/json']?.schema).not.toHaveProperty(
      'additionalProperties',
    );
  });
});

test('a public route that takes a Core JWT where there is one says so', () => {
  const { paths } = describeRoutes({
    title: 'Public',
    description: 'Public.',
    version: '1.0.0',
    unknownInput: 'ignore',
    routes: [{ ...signUp, credential: 'coreToken' }],
  });
  expect(operation('/api/v1/auth/exchange', 'post', paths).security).toEqual([{}, { coreToken: [] }]);
});

test('the example of a failure is what the renderer writes', () => {
  expect(document.components?.responses?.['NotFound']).toMatchObject({
    content: {
      'application/problem+json': {
        example: { type: '/docs/errors#not_found', status: 404, code: 'not_found' },
      },
    },
  });
});
