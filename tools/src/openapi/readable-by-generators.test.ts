import { describe, expect, test } from 'vitest';
import { apiDescriptions } from './api-descriptions.ts';
import { describeRoutes, type ApiDescription } from './describe-routes.ts';

interface Place {
  path: string;
  value: object;
}

/** Yields every object within a document, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  yield { path, value };
  for (const [key, child] of Object.entries(value)) yield* objectsIn(child, `${path}/${key}`);
}

const documents = Object.entries(apiDescriptions).map(([name, api]) => ({
  name,
  places: [...objectsIn(describeRoutes(api))],
}));

describe.each(documents)('$name', ({ places }) => {
  test('a constant text is an enum with one value, since generators drop operations with other constants', () => {
    const constants = places.filter(({ value }) => 'const' in value && typeof value.const === 'string');
    expect(constants.map(({ path }) => path)).toEqual([]);
  });
});

test('a list without deleted rows has a named type, and rows that are not unions', () => {
  const { components } = describeRoutes(apiDescriptions['admin'] as ApiDescription);
  const schemas = components?.schemas as Record<string, { properties?: Record<string, object> }>;
  expect(schemas['UnitList']?.properties?.['units']).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Unit' },
  });
  expect(Object.keys(schemas).filter((name) => name.endsWith('ListWithDeleted'))).toEqual([
    'AccessPointListWithDeleted',
    'DeviceListWithDeleted',
    'PassListWithDeleted',
    'PropertyListWithDeleted',
    'TenantListWithDeleted',
    'TestClockListWithDeleted',
    'UnitListWithDeleted',
    'UserListWithDeleted',
    'WebhookEndpointListWithDeleted',
  ]);
});
