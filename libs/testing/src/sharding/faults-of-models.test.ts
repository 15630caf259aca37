import { core } from '@pas/platform/mongo/connections';
import { crossTenantReads } from '@pas/platform/mongo/cross-tenant';
import '@pas/shared/models/all-models';
import { describe, expect, test } from 'vitest';
import {
  faultsOfModels,
  shardCollectionsOf,
  type ShardCollection,
  type ShardIndex,
} from './faults-of-models.ts';
import { corePlacements, looseUniqueIndexes, scatteredFilters, scatteredReads } from './shard-plan.ts';

const plan = { placements: corePlacements, looseUniqueIndexes, scatteredReads, scatteredFilters };
const ownCollections = new Set(Object.keys(corePlacements));
const collections = shardCollectionsOf(core).filter(({ name }) => !name.startsWith('test_'));

test('every collection, unique index and cross-tenant read of a Core fits the shard plan', () => {
  expect(collections.length).toBeGreaterThanOrEqual(ownCollections.size);
  const ofCore = new Map(
    [...crossTenantReads()].filter(([, { collection }]) => ownCollections.has(collection)),
  );
  expect(faultsOfModels(plan, collections, ofCore)).toEqual([]);
});

const index = (fields: string, options: Partial<ShardIndex> = {}): ShardIndex => ({
  fields: fields.split(' '),
  name: fields.replaceAll(' ', '_'),
  isUnique: false,
  isPartial: false,
  ...options,
});
const byUnit = { placements: { rows: { by: ['tenantId', 'unitId'] as const } } };
const exceptions = { looseUniqueIndexes: {}, scatteredReads: {}, scatteredFilters: {} };
const rows = (indexes: readonly ShardIndex[], others: Partial<ShardCollection> = {}): ShardCollection => ({
  name: 'rows',
  fields: new Set(['_id', 'tenantId', 'unitId', 'token']),
  isGuarded: true,
  indexes,
  ...others,
});
const faultsOf = (collection: ShardCollection, given: object = {}, reads = new Map()): string[] =>
  faultsOfModels({ ...byUnit, ...exceptions, ...given }, [collection], reads);

describe('a plan by tenant and unit', () => {
  const supporting = index('tenantId unitId createdAt');

  test('accepts a guarded collection with a supporting index', () => {
    expect(faultsOf(rows([supporting]))).toEqual([]);
  });

  test('refuses a unique index that does not begin with the shard key', () => {
    const unique = index('tenantId token', { isUnique: true });
    expect(faultsOf(rows([supporting, unique]))).toEqual([
      'rows.tenantId_token is unique and does not begin with tenantId, unitId',
    ]);
    const listed = { 'rows.tenantId_token': { remedy: 'directory', reason: 'It is needed.' } };
    expect(faultsOf(rows([supporting, unique]), { looseUniqueIndexes: listed })).toEqual([]);
  });

  test('refuses a collection whose only index of the shard key is partial', () => {
    const partial = index('tenantId unitId', { isPartial: true });
    expect(faultsOf(rows([partial]))).toEqual(['rows has no whole index that begins with tenantId, unitId']);
    const later = { placements: { rows: { by: ['tenantId', 'unitId'], isIndexedLater: true } } };
    expect(faultsOf(rows([partial]), later)).toEqual([]);
    expect(faultsOf(rows([supporting]), later)).toEqual(['rows has an index of its shard key already']);
  });

  test('refuses a collection without the field, the guard or a place', () => {
    expect(faultsOf(rows([supporting], { fields: new Set(['tenantId']) }))).toEqual([
      'rows has no field unitId',
    ]);
    expect(faultsOf(rows([supporting], { isGuarded: false }))).toEqual([
      'rows has no tenant guard, so a query may omit the tenant',
    ]);
    expect(faultsOf(rows([supporting], { name: 'others' }))).toEqual([
      'others has no place in the plan',
      'the plan needs no entry rows',
    ]);
  });

  test('refuses an unlisted read across tenants, and an entry that no read needs', () => {
    const reads = new Map([['row-by-token', { collection: 'rows', index: 'token_1' }]]);
    expect(faultsOf(rows([supporting]), {}, reads)).toEqual(['row-by-token reads rows on every shard']);
    const listed = { scatteredReads: { 'row-by-token': 'look-up' } };
    expect(faultsOf(rows([supporting]), listed, reads)).toEqual([]);
    expect(faultsOf(rows([supporting]), listed)).toEqual(['the plan needs no entry row-by-token']);
  });
});
