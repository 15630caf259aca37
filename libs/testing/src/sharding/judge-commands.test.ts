import '@pas/shared/models/all-models';
import { describe, expect, test } from 'vitest';
import { createCommandJudge, type SentCommand } from './judge-commands.ts';

const tenantId = 'ten_1';
const within = { lsid: { id: 'session' }, txnNumber: 7, autocommit: false };

const find = (collection: string, filter: object, others: object = {}): SentCommand => ({
  commandName: 'find',
  command: { find: collection, filter, ...others },
  isCore: true,
});
const insert = (collection: string, owner: string, others: object = {}): SentCommand => ({
  commandName: 'insert',
  command: { insert: collection, documents: [{ _id: 'x', tenantId: owner }], ...others },
  isCore: true,
});

function faultsOf(...sent: readonly SentCommand[]): string[] {
  const judge = createCommandJudge();
  for (const each of sent) judge.judge(each);
  return judge.takeFaults();
}

describe('a command to a sharded collection', () => {
  test('without its tenant asks every shard', () => {
    expect(faultsOf(find('units', { label: '4B' }))).toEqual(['find on units asks every shard']);
    expect(faultsOf(find('units', { tenantId: { $gt: '' } }))).toHaveLength(1);
    expect(faultsOf(find('units', { tenantId: { $in: ['ten_1', 'ten_2'] } }))).toEqual([]);
    expect(faultsOf(find('units', { tenantId }))).toEqual([]);
  });

  test('names the tenant in each of its alternatives', () => {
    expect(faultsOf(find('units', { $or: [{ tenantId }, { tenantId, label: '1' }] }))).toEqual([]);
    expect(faultsOf(find('units', { $or: [{ tenantId }, { label: '1' }] }))).toHaveLength(1);
  });

  test('may omit the tenant in a listed read only', () => {
    expect(faultsOf(find('invites', { tokenHash: 'x' }))).toEqual([]);
    expect(faultsOf(find('outbox', { _id: { $in: ['ev_1'] } }))).toEqual([]);
    expect(faultsOf(find('outbox', { subject: 'x' }))).toEqual(['find on outbox asks every shard']);
  });

  test('names the id where the id is the tenant', () => {
    expect(faultsOf(find('audit_heads', { _id: tenantId }))).toEqual([]);
    expect(faultsOf(find('audit_heads', { seq: 1 }))).toHaveLength(1);
  });

  test('reads all of a listed collection only', () => {
    expect(faultsOf(find('audit_heads', {}))).toEqual([]);
    expect(faultsOf(find('units', {}))).toHaveLength(1);
  });
});

test('a collection on one shard needs no tenant, and neither does the control database', () => {
  expect(faultsOf(find('accounts', { emailKey: 'x' }))).toEqual([]);
  expect(faultsOf({ ...find('outbox', { subject: 'x' }), isCore: false })).toEqual([]);
});

test('an aggregation that looks up rows of another tenant reads across shard keys', () => {
  const aggregate = (owner: string): SentCommand => ({
    commandName: 'aggregate',
    command: {
      aggregate: 'units',
      pipeline: [
        { $match: { tenantId } },
        { $lookup: { from: 'users', pipeline: [{ $match: { tenantId: owner } }], as: 'users' } },
      ],
    },
    isCore: true,
  });
  expect(faultsOf(aggregate(tenantId))).toEqual([]);
  expect(faultsOf(aggregate('ten_2'))).toEqual(['aggregate on units reads across shard keys']);
});

describe('a transaction', () => {
  test('with rows of two tenants is a fault', () => {
    expect(faultsOf(insert('units', 'ten_1', within), insert('outbox', 'ten_2', within))).toEqual([
      'insert on outbox is of a second tenant',
    ]);
  });

  test('is not a fault with one tenant, nor next to another one in the same session', () => {
    const next = { ...within, txnNumber: 8 };
    expect(faultsOf(insert('units', 'ten_1', within), insert('outbox', 'ten_1', within))).toEqual([]);
    expect(faultsOf(insert('units', 'ten_1', within), insert('units', 'ten_2', next))).toEqual([]);
    expect(faultsOf(insert('units', 'ten_1'), insert('units', 'ten_2'))).toEqual([]);
    const ofControl = ['ten_1', 'ten_2'].map((owner) => ({
      ...insert('outbox', owner, within),
      isCore: false,
    }));
    expect(faultsOf(...ofControl)).toEqual([]);
  });
});
