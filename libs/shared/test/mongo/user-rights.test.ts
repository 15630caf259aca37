import { randomBytes } from 'node:crypto';
import '@pas/shared/models/all-models';
import { declaredCollections, type DeclaredCollection } from '@pas/platform/mongo/define-model';
import { actionsOf, migrationActionsOf } from '@pas/platform/mongo/grants';
import { applyUsers } from '@pas/platform/mongo/users/apply-users';
import { pruneUsers } from '@pas/platform/mongo/users/prune-users';
import { mongoUserKinds, type MongoUserKind } from '@pas/platform/mongo/users/store-roles';
import { withUserServers } from '@pas/platform/mongo/users/with-user-servers';
import { storeUsers } from '@pas/platform/programs/programs';
import { databaseUrl } from '@pas/testing/test-databases';
import { waitUntil } from '@pas/testing/wait-until';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const { MongoClient, MongoServerError } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;
type Rows = ReturnType<ReturnType<Client['db']>['collection']>;

/** Unauthorized, of MongoDB's error codes. */
const unauthorized = 13;

const run = randomBytes(4).toString('hex');
/** Two environments with one control database, as in production. */
const environments = [`test_${run}_dev`, `test_${run}_prod`] as const;
const controlName = `test_${run}_control`;
const [own, other] = environments;
const collections = declaredCollections();
const newPassword = (): string => randomBytes(32).toString('base64url');

const mongoUrl = inject('mongoUrl');
const passwords = new Map<string, string>();
const wantedIn = (environment: string, generation = 1) =>
  mongoUserKinds.map((kind) => {
    const id = `${environment}/${kind}-${generation}`;
    const password = passwords.get(id) ?? newPassword();
    passwords.set(id, password);
    return { name: `${kind}-${generation}`, password };
  });
const urlsOf = (environment: string) => ({
  core: databaseUrl(mongoUrl, environment),
  control: databaseUrl(mongoUrl, controlName),
});

function urlAs(environment: string, name: string): string {
  const url = new URL(databaseUrl(mongoUrl, environment));
  Object.assign(url, { username: name, password: passwords.get(`${environment}/${name}`) });
  url.searchParams.set('authSource', environment);
  return url.href;
}

const apply = (environment: string, wanted = wantedIn(environment)) =>
  withUserServers(urlsOf(environment), collections, (servers) => applyUsers(servers, wanted));
const prune = (environment: string, wanted: { name: string }[]) =>
  withUserServers(urlsOf(environment), collections, (servers) => pruneUsers(servers, wanted));

interface Attempt {
  needs: readonly string[];
  run: (rows: Rows) => Promise<unknown>;
}

/** Attempts on each collection, and the actions that they need. */
const tries: Readonly<Record<string, Attempt>> = {
  find: { needs: ['find'], run: (rows) => rows.findOne({}) },
  insert: { needs: ['insert'], run: (rows) => rows.insertMany([{ _id: newPassword() as never }]) },
  update: { needs: ['update'], run: (rows) => rows.updateOne({ _id: 'x' as never }, { $set: { at: 1 } }) },
  remove: { needs: ['remove'], run: (rows) => rows.deleteOne({ _id: 'x' as never }) },
  listIndexes: { needs: ['listIndexes'], run: (rows) => rows.listIndexes().toArray() },
  createIndex: { needs: ['createIndex'], run: (rows) => rows.createIndex({ tried: 1 }) },
  watch: { needs: ['find', 'changeStream'], run: watch },
  drop: { needs: ['dropCollection'], run: (rows) => rows.drop() },
};

async function watch(rows: Rows): Promise<void> {
  const stream = rows.watch([], { maxAwaitTimeMS: 10 });
  try {
    await stream.tryNext();
  } finally {
    await stream.close();
  }
}

/** Whether a user may do something. The store checks rights before validators. */
async function isAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === unauthorized) return false;
    throw error;
  }
}

function declaredFor(kind: MongoUserKind, collection: DeclaredCollection): ReadonlySet<string> {
  if (kind === 'migrations') return new Set(migrationActionsOf(collection));
  const grantees = kind === 'cli' ? ['cli' as const] : storeUsers[kind];
  return new Set(grantees.flatMap((grantee) => actionsOf(grantee, collection)));
}

/** Lists the differences between a user's actual and declared rights in a database. */
async function findDifferences(client: Client, kind: MongoUserKind, environment: string): Promise<string[]> {
  const differences = collections.map(async (collection) => {
    const db = collection.database === 'core' ? environment : controlName;
    const rows = client.db(db).collection(collection.name);
    const declared = environment === own ? declaredFor(kind, collection) : new Set<string>();
    const found: string[] = [];
    for (const [name, { needs, run: work }] of Object.entries(tries)) {
      const expected = needs.every((action) => declared.has(action));
      const allowed = await isAllowed(() => work(rows));
      if (allowed !== expected) found.push(`${allowed ? 'may' : 'may not'} ${name} ${collection.name}`);
    }
    return found;
  });
  return (await Promise.all(differences)).flat();
}

let operator: Client;

beforeAll(async () => {
  operator = await MongoClient.connect(mongoUrl);
  for (const environment of environments) await apply(environment);
  for (const { name, database } of collections)
    for (const db of database === 'core' ? environments : [controlName])
      await operator.db(db).createCollection(name);
});
afterAll(async () => {
  for (const name of [...environments, controlName]) {
    const db = operator.db(name);
    await db.command({ dropAllUsersFromDatabase: 1 });
    await db.command({ dropAllRolesFromDatabase: 1 });
    await db.dropDatabase();
  }
  await operator.close();
});

describe.each(mongoUserKinds)('the user %s', (kind) => {
  let client: Client;

  beforeAll(async () => {
    client = await MongoClient.connect(urlAs(own, `${kind}-1`));
  });
  afterAll(() => client.close());

  test('does in its environment and the control database what the models declare, and nothing else', async () => {
    expect(await findDifferences(client, kind, own)).toEqual([]);
  });

  test('does nothing in the database of another environment', async () => {
    const elsewhere = collections.filter(({ database }) => database === 'core');
    const allowed = elsewhere.map(async ({ name }) => {
      const rows = client.db(other).collection(name);
      const each = Object.values(tries).map(({ run: work }) => isAllowed(() => work(rows)));
      return (await Promise.all(each)).includes(true) ? [name] : [];
    });
    expect((await Promise.all(allowed)).flat()).toEqual([]);
  });

  test('follows no whole database, makes no users and reads none', async () => {
    const db = client.db(own);
    const refused = await Promise.all([
      isAllowed(() => db.watch([], { maxAwaitTimeMS: 10 }).tryNext()),
      isAllowed(() => db.command({ createUser: 'x', pwd: 'x', roles: [] })),
      isAllowed(() => db.command({ usersInfo: 1 })),
      isAllowed(() => db.dropDatabase()),
      isAllowed(() => client.db('admin').command({ setParameter: 1, ttlMonitorEnabled: false })),
      isAllowed(() => client.db('local').collection('oplog.rs').findOne()),
    ]);
    expect(refused).toEqual(Array.from({ length: 6 }, () => false));
  });
});

test('a connection without a user reads nothing', async () => {
  const url = new URL(databaseUrl(mongoUrl, own));
  Object.assign(url, { username: '', password: '' });
  url.searchParams.delete('authSource');
  const anonymous = await MongoClient.connect(url.href);
  expect(await isAllowed(() => anonymous.db(own).collection('users').findOne())).toBe(false);
  await anonymous.close();
});

describe('the users of an environment', () => {
  test('are made once: repeated, and by several at once, nothing changes', async () => {
    const nothing = { rolesMade: [], rolesWidened: [], usersMade: [], usersChanged: [] };
    expect(await apply(own)).toEqual(nothing);
    expect(await Promise.all([apply(own), apply(own)])).toEqual([nothing, nothing]);
  });

  test('are refused under another password, which is not shown', async () => {
    const password = newPassword();
    const applied = apply(own, [{ name: 'resident-1', password }]);
    await expect(applied).rejects.toThrow(/another password.*resident-2/);
    await expect(applied).rejects.not.toThrow(password);
  });

  test('keep rights that are no longer declared until they are pruned, and get those that are new', async () => {
    const db = operator.db(own);
    const old = { resource: { db: own, collection: 'units' }, actions: ['find', 'remove'] };
    await db.command({ updateRole: 'webhooks', privileges: [old] });
    expect((await apply(own)).rolesWidened).toEqual([`webhooks in ${own}`]);
    const client = await MongoClient.connect(urlAs(own, 'webhooks-1'));
    const units = client.db(own).collection('units');
    expect(await isAllowed(() => units.deleteOne({ _id: 'x' as never }))).toBe(true);
    expect((await prune(own, wantedIn(own))).rolesNarrowed).toEqual([`webhooks in ${own}`]);
    expect(await isAllowed(() => units.deleteOne({ _id: 'x' as never }))).toBe(false);
    await client.close();
  });

  test('are removed once they have no connections, those of other environments and other people’s never', async () => {
    await operator.db(own).command({ createUser: 'report', pwd: newPassword(), roles: ['read'] });
    await apply(own, [...wantedIn(own), ...wantedIn(own, 2)]);
    const client = await MongoClient.connect(urlAs(own, 'resident-1'));
    await client.db(own).collection('units').findOne();
    // The store learns a moment later that a connection was closed.
    await waitUntil(async () => (await prune(own, wantedIn(own, 2))).inUse.length <= 1, {
      what: 'the connections of the tests before to be gone',
    });
    const { inUse } = await prune(own, wantedIn(own, 2));
    expect(inUse.map(({ name }) => name)).toEqual(['resident-1']);
    await client.db(own).collection('units').findOne();
    await client.close();
    const removed = await waitUntil(
      async () => {
        const { usersRemoved } = await prune(own, wantedIn(own, 2));
        return usersRemoved.length > 0 ? usersRemoved : null;
      },
      { what: 'the user to be removed' },
    );
    expect(removed).toEqual([`resident-1 of ${own}`]);
    await expect(MongoClient.connect(urlAs(own, 'resident-1'))).rejects.toThrow('Authentication failed');
    const { users } = await operator.db(own).command({ usersInfo: 'report' });
    expect(users).toHaveLength(1);
    const others = await operator.db(other).command({ usersInfo: 1 });
    expect(others['users']).toHaveLength(mongoUserKinds.length);
  });
});
