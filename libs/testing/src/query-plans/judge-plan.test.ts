import { describe, expect, test } from 'vitest';
import { faultsOfPlan, hasPlan, mostReadBy } from './judge-plan.ts';

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
  test('finds none in a scan of an index', () => {
    expect(faultsOfPlan(explained(scan(ofTenant)))).toEqual([]);
  });

  test('finds a scan of the collection, wherever it stands in a pipeline', () => {
    const pipeline = { stages: [{ $cursor: explained({ stage: 'COLLSCAN' }) }, { $group: {} }] };
    expect(faultsOfPlan(pipeline)).toEqual(['reads every row of the collection']);
  });

  test('finds a sort where no plan does without', () => {
    expect(faultsOfPlan(explained(sort(scan(ofTenant))))).toEqual(sorts);
    expect(faultsOfPlan(explained(sort(scan(ofTenant)), [sort(scan(ofTenant))]))).toEqual(sorts);
    expect(faultsOfPlan(explained(sort(scan(ofTenant)), [scan(ofTenant)]))).toEqual([]);
  });

  test('lets a search sort what it has found, and a query the rows that it names', () => {
    expect(faultsOfPlan(explained(sort(scan({ ...ofTenant, searchWords: ['["a", "b")'] }))))).toEqual([]);
    const named = ['["+1", "+1"]', '["+2", "+2"]'];
    expect(faultsOfPlan(explained(sort(scan({ number: named }, true))))).toEqual([]);
    expect(faultsOfPlan(explained(sort(scan({ number: [] }, true))))).toEqual([]);
  });

  test('takes a range, or a value of an index that isn’t unique, for many rows', () => {
    expect(faultsOfPlan(explained(sort(scan({ number: ['["+1", "+2")'] }, true))))).toEqual(sorts);
    expect(faultsOfPlan(explained(sort(scan({ number: ['["+1", "+1"]'] }))))).toEqual(sorts);
  });
});

test('an answer without a plan is told from one with a good plan', () => {
  expect(hasPlan(explained(scan(ofTenant)))).toBe(true);
  expect(hasPlan({ ok: 1 })).toBe(false);
});

test('what a query has read is the larger one of its rows and keys, in the greediest step of a pipeline', () => {
  const read = (rows: number, keys: number) => ({ totalDocsExamined: rows, totalKeysExamined: keys });
  expect(mostReadBy({ ...explained(scan(ofTenant)), executionStats: read(3, 7) })).toBe(7);
  expect(mostReadBy({ stages: [{ $cursor: { executionStats: read(20, 4) } }, { $group: {} }] })).toBe(20);
  expect(mostReadBy(explained(scan(ofTenant)))).toBe(0);
});
