import { expect, test } from 'vitest';
import { operations } from '../catalogue/operation.ts';
import { splitArguments, type OperationCall, type ToolArguments } from './split-arguments.ts';

function split(name: string, given: ToolArguments): OperationCall {
  const operation = operations.find((each) => each.name === name);
  if (!operation) throw new Error(`${name} is missing`);
  return splitArguments(operation, given);
}

test('arguments go to path, query and body, and the reason to the audit', () => {
  const { path, query, body, reason } = split('updateUnit', {
    id: 'unit_1',
    label: '4B',
    reason: 'A\u0000\ntypo\r\n',
  });
  expect({ path, query, body, reason }).toEqual({
    path: ['unit_1'],
    query: {},
    body: { label: '4B' },
    reason: 'A typo',
  });
  expect(split('listUnits', { propertyId: 'prop_1', limit: 5 }).query).toEqual({
    propertyId: 'prop_1',
    limit: 5,
  });
});

test('a reason that is also a field of the body is sent in both places', () => {
  expect(split('unlockAccessPoint', { id: 'door_1', reason: 'parcel' })).toMatchObject({
    body: { reason: 'parcel' },
    reason: 'parcel',
  });
});

test.each([
  ['an unknown argument', 'listUnits', { unit: '4B' }, 'unknown_argument'],
  ['a tenant', 'listUnits', { tenantId: 'ten_1' }, 'unknown_argument'],
  ['a plan of its own', 'deleteDevice', { id: 'dev_1', plan: 'x', reason: 'lost' }, 'unknown_argument'],
  ['a prototype', 'listUnits', JSON.parse('{"__proto__":{"limit":1}}') as object, 'unknown_argument'],
  ['a missing id', 'getUnit', {}, 'invalid_argument'],
  ['an id that leads to another path', 'getUnit', { id: '..' }, 'invalid_argument'],
  ['an id that is not text', 'getUnit', { id: { $ne: null } }, 'invalid_argument'],
  ['a change without a reason', 'updateUnit', { id: 'unit_1', label: '4B' }, 'reason_missing'],
  ['a reason of control characters', 'updateUnit', { id: 'unit_1', reason: '\u0000\r\n' }, 'reason_missing'],
])('%s is refused', (_, name, given, code) => {
  expect(() => split(name, given as ToolArguments)).toThrow(expect.objectContaining({ code }) as Error);
});
