import { adminRoutes } from '@pas/admin/src/routes.ts';
import { routeTable } from '@pas/gateway/src/route-table.ts';
import { expect, test } from 'vitest';
import { adminDependencies } from './throwaway-dependencies.ts';

test('the gateway counts exactly the lists with a table as exports', () => {
  const lists = adminRoutes(adminDependencies).filter(({ table }) => table !== undefined);
  const counted = routeTable('api').filter(({ isTable }) => isTable);
  expect(counted.map(({ prefix }) => prefix).toSorted()).toEqual(lists.map(({ path }) => path).toSorted());
  expect(lists).not.toEqual([]);
});
