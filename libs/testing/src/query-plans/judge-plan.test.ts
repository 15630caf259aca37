import { describe, expect, test } from 'vitest';
import { faultsOfPlan, hasPlan, maxReadsOf } from './judge-plan.ts';

const scan = (fields: Record<string, string[]>, isUnique = false) => ({
  stage: 'FETCH',
  inputStage: {
    stage: 'IXSCAN',
    isUnique,
    keyPattern: Object.fromEntries(Object.keys(fields).map((field) => [field, 1])),
    indexBounds: fields,
  },
});
const sort = (inputStage: object) => ({ stage: 'LIMIT', inputStage: { stage: 'SORT', inputStage } });
const explained = (winningPlan: object, rejectedPlans: object[] = []) => ({
  queryPlanner: { winningPlan, rejectedPlans },
});
const ofTenant = { tenantId: ['["ten_1", "ten_1"]'] };
const sorts = ['sorts rows in memory that no index has in order'];

describe('faultsOfPlan', () => {
  test('finds no fault in a scan of an index', () => {
    expect(faultsOfPlan(explained(scan(ofTenant)))).toEqual([]);
  });

  test('finds a scan of the collection anywhere in a pipeline', () => {
    const pipeline = { stages: [{ $cursor: explained({ stage: 'COLLSCAN' }) }, { $group: {} }] };
    expect(faultsOfPlan(pipeline)).toEqual(['reads every row of the collection']);
  });

  test('finds a sort if no plan avoids it', () => {
    expect(faultsOfPlan(explained(sort(scan(ofTenant))))).toEqual(sorts);
    expect(faultsOfPlan(explained(sort(scan(ofTenant)), [sort(scan(ofTenant))]))).toEqual(sorts);
    expect(faultsOfPlan(explained(sort(scan(ofTenant)), [scan(ofTenant)]))).toEqual([]);
  });

  test('accepts a sort of the matches of a search, and of rows that a query names', () => {
    expect(faultsOfPlan(explained(sort(scan({ ...ofTenant, searchWords: ['["a", "b")'] }))))).toEqual([]);
    const named = ['["+1", "+1"]', '["+2", "+2"]'];
    expect(faultsOfPlan(explained(sort(scan({ number: named }, true))))).toEqual([]);
    expect(faultsOfPlan(explained(sort(scan({ number: [] }, true))))).toEqual([]);
  });

  test('counts a range, or a value of a non-unique index, as many rows', () => {
    expect(faultsOfPlan(explained(sort(scan({ number: ['["+1", "+2")'] }, true))))).toEqual(sorts);
    expect(faultsOfPlan(explained(sort(scan({ number: ['["+1", "+1"]'] }))))).toEqual(sorts);
  });
});

test('an answer without a plan differs from one with a good plan', () => {
  expect(hasPlan(explained(scan(ofTenant)))).toBe(true);
  expect(hasPlan({ ok: 1 })).toBe(false);
});

test('the reads of a query are the larger number of rows or keys in any step', () => {
  const read = (rows: number, keys: number) => ({ totalDocsExamined: rows, totalKeysExamined: keys });
  expect(maxReadsOf({ ...explained(scan(ofTenant)), executionStats: read(3, 7) })).toBe(7);
  expect(maxReadsOf({ stages: [{ $cursor: { executionStats: read(20, 4) } }, { $group: {} }] })).toBe(20);
  expect(maxReadsOf(explained(scan(ofTenant)))).toBe(0);
});
