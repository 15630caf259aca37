import { expect, test } from 'vitest';
import { routeTable, type RouteGroup } from '../route-table.ts';
import { createPlaces } from './place-classes.ts';

const groups = routeTable('api').filter(({ area, isExpensive }) => area === 'admin' && !isExpensive);
const mine = ['ten_1', 'key_1', '127.0.0.1'];

/** Counts the places that one caller gets while no other has one. */
function shareOf(group: RouteGroup): number {
  const { ordinary } = createPlaces(group, null);
  let taken = 0;
  while (ordinary.tryTake(mine) === 'taken') taken += 1;
  return taken;
}

test.each(groups.map((group) => [group.prefix, group] as const))(
  'fifty requests of one key at once have a place below %s, and others have one then',
  (_prefix, group) => {
    const share = shareOf(group);
    expect(share).toBeGreaterThanOrEqual(50);
    expect(share).toBeLessThan(group.maxInFlight);
  },
);

test('few bodies of imports, up to 20 MB each, are streamed in parallel', () => {
  const imports = groups.find(({ prefix }) => prefix === '/api/admin/imports') as RouteGroup;
  expect(createPlaces(imports, null).uploads.places).toBe(8);
});
