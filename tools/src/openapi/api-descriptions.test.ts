import { bodySchemasOf } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiDescriptions } from './api-descriptions.ts';
import { routeFinder } from '../route-files.ts';

const routes = Object.values(apiDescriptions).flatMap((api) => api.routes);
const cases = Object.entries(apiDescriptions).flatMap(([service, api]) => {
  const placesOf = routeFinder(service);
  return api.routes.map((route) => ({ name: `${route.method} ${route.path}`, route, placesOf }));
});

interface Example {
  schema: z.core.$ZodType;
  example: unknown;
}

/** Returns the schemas within this one that have an example. */
function examplesIn(schema: z.ZodType, io: 'input' | 'output'): Example[] {
  const found: Example[] = [];
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema }) {
      const example = z.globalRegistry.get(zodSchema)?.['example'];
      if (example !== undefined) found.push({ schema: zodSchema, example });
    },
  });
  return found;
}

function examplesOf(route: Route): Example[] {
  const { params = {}, query = {}, response } = route;
  return [
    ...examplesIn(z.object(params), 'input'),
    ...examplesIn(z.object(query), 'input'),
    ...bodySchemasOf(route).flatMap((schema) => examplesIn(schema, 'input')),
    ...(response ? examplesIn(response, 'output') : []),
  ];
}

describe.each(cases)('$name', ({ route, placesOf }) => {
  test('shows examples that its own schemas accept', () => {
    const refused = examplesOf(route).filter(({ schema, example }) => !z.safeParse(schema, example).success);
    expect(refused.map(({ example }) => example)).toEqual([]);
  });

  test('has its whole path literally in one place', () => {
    expect(placesOf(route)).toHaveLength(1);
  });

  test('requires a scope exactly for admin routes, but for those about the caller itself', () => {
    const isOfCaller = ['getSelf', 'rotateOwnApiKey'].includes(route.operationId);
    expect(route.scope !== null).toBe(route.callers === 'admin' && !isOfCaller);
  });

  test('names each scope that only some bodies need in its description', () => {
    const unsaid = (route.conditionalScopes ?? []).filter(
      (scope) => !route.description?.includes(`\`${scope}\``),
    );
    expect(unsaid).toEqual([]);
  });
});

test('the schemas have examples', () => {
  expect(routes.flatMap(examplesOf).length).toBeGreaterThan(routes.length);
});

test('no two routes share a method and a path', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});
