import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mongoUserKinds, type MongoUserKind } from '@pas/platform/mongo/users/store-roles';
import { repositoryDir } from '@pas/tools/local-system/plans/node-program';
import { keepSecrets } from '@pas/tools/local-system/secrets';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, call } from '../client/http-call.ts';
import { inviteToNewUnit } from '../client/property-manager.ts';
import { signUp } from '../client/resident.ts';
import { borrowSystem, type Drill } from '../faults/drill.ts';
import { startLoad, steadyMs, type Lane } from '../faults/load.ts';

const { MongoClient } = mongoose.mongo;

/** Services whose users get new passwords. Each has two replicas. */
const rotated = ['admin', 'resident'] as const;

interface User {
  name: string;
  password: string;
}

describe('the passwords of services in MongoDB', () => {
  let drill: Drill;
  let old: User[];
  let next: User[];

  beforeAll(async () => {
    drill = await borrowSystem();
    const passwords = keepSecrets(join(drill.dataDir, 'secrets.json')).mongoPasswords.DEV;
    old = mongoUserKinds.map((kind) => ({ name: `${kind}-1`, password: passwords[kind] }));
    const isRotated = (kind: MongoUserKind): boolean => rotated.some((each) => each === kind);
    next = mongoUserKinds.map((kind) =>
      isRotated(kind)
        ? { name: `${kind}-2`, password: randomBytes(32).toString('base64url') }
        : { name: `${kind}-1`, password: passwords[kind] },
    );
  });
  afterAll(() => drill.stop());

  async function pasUsers(verb: 'apply' | 'prune', users: readonly User[]): Promise<string> {
    const env = { ...process.env, LOCAL_DATA: drill.dataDir, MONGO_USERS: JSON.stringify(users) };
    return (await promisify(execFile)(join(repositoryDir, 'script/pas'), ['users', verb], { env })).stderr;
  }

  function urlAs({ name, password }: User, database: string): string {
    const url = new URL(drill.local.mongoUrl);
    Object.assign(url, { username: name, password, pathname: `/${database}` });
    url.searchParams.set('authSource', 'pas_dev');
    return url.href;
  }

  async function restartAs(process: string, user: User): Promise<void> {
    await drill.configure(process, {
      MONGO_URL: urlAs(user, 'pas_dev'),
      CONTROL_MONGO_URL: urlAs(user, 'pas_control'),
    });
    await restart(process);
  }

  /** Restarts a process, which logs that all of its parts have closed. */
  async function restart(process: string): Promise<void> {
    await drill.stopProcess(process);
    const lastLine = drill.logOf(process).trimEnd().split('\n').at(-1);
    expect(lastLine).toContain('"msg":"stopped"');
    await drill.start(process);
  }

  /** Prepares requests to every service behind the gateway. */
  async function prepareLanes(): Promise<Lane[]> {
    const { gatewayUrl } = drill.local;
    const { invite } = await inviteToNewUnit(drill.manager, 'Rotated', 'rotated@users.test');
    const { token } = await bodyOf(signUp(gatewayUrl, { inviteToken: invite.token }), 201);
    const body = { name: 'While passwords change' };
    return [
      { send: () => drill.manager.call('/properties?limit=1'), expected: 200 },
      { send: () => drill.manager.call('/properties', { body }), expected: 201 },
      { send: () => call(`${gatewayUrl}/api/v1/units`, { bearer: token }), expected: 200 },
      { send: () => call(`${gatewayUrl}/access/no-such-path`, { bearer: token }), expected: 404 },
      { send: () => call(`${gatewayUrl}/payments/no-such-path`, { method: 'POST' }), expected: 404 },
    ];
  }

  const userOf = (kind: string, among: readonly User[]): User =>
    among.find(({ name }) => new RegExp(String.raw`^${kind}-\d+$`).test(name)) as User;

  test('rotate with one restart after another, without a failed request; the old ones are refused afterwards', async () => {
    const load = startLoad(await prepareLanes(), steadyMs);
    await load.untilMore(50);
    await pasUsers('apply', [...old, ...next.filter(({ name }) => name.endsWith('-2'))]);
    const others = ['core-mobile-1', 'webhooks-1'].map(restart);
    await Promise.all([...rotated.map((kind) => restartAs(`${kind}-1`, userOf(kind, next))), ...others]);
    await expect(pasUsers('prune', next)).rejects.toThrow(/still connected as admin-1 .*resident-1/);
    await Promise.all(rotated.map((kind) => restartAs(`${kind}-2`, userOf(kind, next))));
    await load.untilMore(50);
    expect(await pasUsers('prune', next)).toContain('User removed: resident-1 of pas_dev');
    await load.untilMore(50);
    expect((await load.stop()).failures).toEqual([]);
    for (const kind of rotated) {
      const connected = MongoClient.connect(urlAs(userOf(kind, old), 'pas_dev'));
      await expect(connected).rejects.toThrow('Authentication failed');
    }
  });

  test('give access only to their own environment', async () => {
    const client = await MongoClient.connect(urlAs(userOf('resident', next), 'pas_dev'));
    const read = client.db('pas_test').collection('units').findOne();
    await expect(read).rejects.toMatchObject({ code: 13 });
    await client.close();
  });
});
