import { randomBytes } from 'node:crypto';
import { core } from '@pas/platform/mongo/connections';
import { databaseUrl, openOwnDatabases, useDatabases } from '@pas/testing/test-databases';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { runPas } from './run-pas.ts';

await useDatabases(openOwnDatabases);

const newUser = (name: string) => ({ name, password: randomBytes(32).toString('base64url') });

describe('pas users', () => {
  const database = `test_${randomBytes(6).toString('hex')}`;
  const first = newUser('resident-1');
  const second = newUser('resident-2');
  const command = (asked: object) => core.getClient().db(database).command(asked);

  afterAll(async () => {
    await command({ dropAllUsersFromDatabase: 1 });
    await command({ dropAllRolesFromDatabase: 1 });
  });

  const pas = (verb: string, users: unknown) =>
    runPas(['users', verb], {
      OPERATOR_MONGO_URL: databaseUrl(inject('mongoUrl'), database),
      MONGO_USERS: JSON.stringify(users),
    });

  async function listUsers(): Promise<string[]> {
    const { users } = await command({ usersInfo: 1 });
    return (users as { user: string }[]).map(({ user }) => user).toSorted();
  }

  test('apply creates a generation beside the previous one, and prune removes unlisted users', async () => {
    expect(await pas('apply', [first])).toMatchObject({ code: 0 });
    expect(await pas('apply', [first, second])).toMatchObject({ code: 0 });
    expect(await listUsers()).toEqual(['resident-1', 'resident-2']);
    const { code, stderr } = await pas('prune', [second]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `User removed: resident-1 of ${database}\nNo other user of the environment is left.\n`,
    });
    expect(await listUsers()).toEqual(['resident-2']);
  });

  test('apply refuses another password for an existing user, and prints no password', async () => {
    const { password } = newUser('resident-2');
    const { code, stderr, stdout } = await pas('apply', [{ name: 'resident-2', password }]);
    expect(code).toBe(1);
    expect(stderr).toContain('Give the new password to resident-3');
    expect(stderr + stdout).not.toContain(password);
  });

  test.each([
    ['a name of no program', [newUser('janitor-1')]],
    ['a name without a generation', [newUser('resident')]],
    ['a short password', [{ name: 'resident-1', password: 'only-18-characters' }]],
    ['a name twice', [newUser('resident-1'), newUser('resident-1')]],
    ['no user', []],
  ])('refuses %s, and prints no password', async (_what, users) => {
    const { code, stderr } = await pas('apply', users);
    expect(code).toBe(1);
    expect(stderr).toContain('MONGO_USERS');
    for (const { password } of users) expect(stderr).not.toContain(password);
  });
});
