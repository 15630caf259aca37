import { bodySchemasOf } from '@pas/platform/http/body-kinds';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { apiDescriptions } from './openapi/api-descriptions.ts';
import { describeRoutes } from './openapi/describe-routes.ts';
import { serviceSchemas } from './service-configs.ts';

/** About thirty years in milliseconds, more than any sensible duration, size or count. */
const maxSensible = 1e12;

/** Returns the paths of numbers without an upper bound in a JSON Schema. */
function unboundedIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maximum = Infinity } = schema as { type?: unknown; maximum?: number };
  const isNumber = type === 'number' || type === 'integer';
  const own = isNumber && maximum > maxSensible ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([name, part]) => unboundedIn(part, `${path}.${name}`))];
}

const describeSchema = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

test.each(Object.entries(serviceSchemas))(
  'every number in the settings of %s has an upper bound',
  (_name, schema) => {
    expect(unboundedIn(describeSchema(schema))).toEqual([]);
  },
);

interface Parameter {
  name?: string;
  schema?: unknown;
}

describe.each(Object.entries(apiDescriptions))('%s', (_service, api) => {
  test('every number in a body has an upper bound', () => {
    const found = api.routes.flatMap((route) =>
      bodySchemasOf(route).flatMap((schema) =>
        unboundedIn(describeSchema(schema)).map((path) => `${route.method} ${route.path} ${path}`),
      ),
    );
    // Excludes cells of an import, whose numbers are converted to text.
    expect(found.filter((path) => !path.includes('properties.rows.items'))).toEqual([]);
  });

  test('every number in a query has an upper bound', () => {
    const { paths = {} } = describeRoutes(api);
    const found = api.routes.flatMap((route) => {
      const { parameters = [] } = (paths[route.path]?.[route.method] ?? {}) as { parameters?: Parameter[] };
      return parameters.flatMap(({ name, schema }) =>
        unboundedIn(schema).map(() => `${route.method} ${route.path} ${name}`),
      );
    });
    // A limit above 200 counts as 200.
    expect(found.filter((path) => !path.endsWith(' limit'))).toEqual([]);
  });
});
