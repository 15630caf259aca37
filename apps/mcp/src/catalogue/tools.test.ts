import { grantableScopes } from '@pas/shared/principal/scopes';
import { expect, test } from 'vitest';
import { canPlan, needsPlan } from './needs-plan.ts';
import { isRead, operations } from './operation.ts';
import { searchOperations } from './search-operations.ts';
import { selectOperations } from './select-operations.ts';
import { hasOwnTool, toolsOf } from './tools.ts';

const all = { id: 'key_1', scopes: grantableScopes, propertyIds: null };
const namesOf = (scopes: string[], access: 'read' | 'write', propertyIds: string[] | null = null): string[] =>
  selectOperations({ id: 'key_1', scopes, propertyIds }, access).map(({ name }) => name);
const byName = (name: string) => operations.filter((operation) => operation.name === name);

test('the definitions of all tools have at most 15,000 tokens', () => {
  const tools = toolsOf(selectOperations(all, 'write'));
  expect(JSON.stringify(tools).length / 4).toBeLessThanOrEqual(15_000);
  expect(tools.length).toBeGreaterThan(25);
});

test('without write access every operation is a read, and no plan can be committed', () => {
  const offered = selectOperations(all, 'read');
  expect(offered.filter((operation) => !isRead(operation))).toEqual([]);
  expect(toolsOf(offered).map(({ name }) => name)).not.toContain('commitPlan');
});

test('a key has the operations of its scopes, and a wide scope includes narrow ones', () => {
  expect(namesOf(['units:read'], 'write')).toEqual(['getSelf', 'listUnits', 'getUnit', 'getUnitReadiness']);
  expect(namesOf(['access-points:write'], 'write')).toContain('unlockAccessPoint');
  expect(namesOf(['access-points:unlock'], 'write')).toEqual(['getSelf', 'unlockAccessPoint']);
});

test('an operation that needs a plan and has none is not offered', () => {
  const names = namesOf(['users:*'], 'write');
  expect(names).toContain('moveOutUser');
  expect(names).not.toContain('unlinkIdentity');
});

test('a key of some properties cannot create a property', () => {
  expect(namesOf(['properties:*'], 'write')).toContain('createProperty');
  expect(namesOf(['properties:*'], 'write', ['prop_1'])).not.toContain('createProperty');
});

test('every deletion, revocation, erasure, release and bulk change needs a plan', () => {
  const dangerous = operations.filter(
    ({ name, verb }) =>
      verb === 'DELETE' || /revoke|erase|release|moveOut|transfer|commit|revert|Invites$/.test(name),
  );
  const direct = dangerous.filter((operation) => !isRead(operation) && !needsPlan(operation, {}));
  expect(direct.map(({ name }) => name)).toEqual([]);
});

test('a change that disables, archives or makes staff needs a plan', () => {
  const [user] = byName('updateUser');
  expect(user && [needsPlan(user, {}), needsPlan(user, { status: 'DISABLED' })]).toEqual([false, true]);
  const [created] = byName('createUser');
  expect(
    created && [needsPlan(created, { kind: 'RESIDENT' }), needsPlan(created, { kind: 'STAFF' })],
  ).toEqual([false, true]);
});

test('tools of changes ask for a reason, and those of frequent operations can run', () => {
  const changes = operations.filter((operation) => !isRead(operation) && hasOwnTool(operation));
  const tools = toolsOf(changes).filter(({ name }) => changes.some((operation) => operation.name === name));
  expect(tools).toHaveLength(changes.length);
  for (const { inputSchema } of tools) expect(inputSchema.required).toContain('reason');
  expect(changes.filter((each) => needsPlan(each, {}) && canPlan(each)).map(({ name }) => name)).toContain(
    'moveOutUser',
  );
});

test('a search finds an operation by words, and without words lists the names by scope', () => {
  const { found } = searchOperations(operations, { query: 'update unit' }) as {
    found: { operation: string }[];
  };
  expect(found[0]?.operation).toBe('updateUnit');
  expect(searchOperations(operations, { scope: 'devices:write' })).toEqual({
    operationsByScope: { 'devices:write': ['deleteDevice'] },
  });
});
