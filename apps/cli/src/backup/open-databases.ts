import { conflict } from '@pas/platform/errors/raise';
import { trustAuthorities } from '@pas/platform/tls/trust-authorities';
import mongoose from 'mongoose';
import type { BackupConfig } from '../config.ts';
import { raiseUnanswered } from '../open-stores.ts';

const { MongoClient } = mongoose.mongo;
type Client = InstanceType<typeof MongoClient>;

/** A database by its name in the backup: `control` or an environment. */
export interface NamedDatabase {
  name: string;
  client: Client;
  db: ReturnType<Client['db']>;
}

const serverOf = ({ options }: Client): string =>
  JSON.stringify([options.hosts.map(String).toSorted(), options.srvHost ?? null]);

/** Returns names a user on a server: databases of one user are read by one client, at one cluster time. */
const userOf = (client: Client): string =>
  JSON.stringify([serverOf(client), client.options.credentials ?? null]);

/** @throws conflict for two names of one database: a restore would mix their rows */
function requireOther(known: Set<string>, address: string, name: string): void {
  if (known.has(address))
    throw conflict(
      'database_twice',
      `BACKUP_DATABASES names the database of ${name} twice. Give each its own.`,
    );
  known.add(address);
}

/**
 * Opens the databases of a backup, with one client for each user on a server. The environments come first: their rows
 * name tenants of the control database, which must not be older than they are.
 *
 * @throws unavailable when a server does not answer, conflict for one database under two names
 */
export async function withBackupDatabases<T>(
  { BACKUP_DATABASES: urls, TLS_CA_FILE }: BackupConfig,
  work: (databases: readonly NamedDatabase[]) => Promise<T>,
): Promise<T> {
  trustAuthorities(TLS_CA_FILE);
  const clients = new Map<string, Client>();
  const known = new Set<string>();
  const databases = Object.entries(urls).map(([name, url]): NamedDatabase => {
    const own = new MongoClient(url, { w: 'majority', journal: true, serverSelectionTimeoutMS: 15_000 });
    const client = clients.get(userOf(own)) ?? own;
    clients.set(userOf(own), client);
    requireOther(known, `${serverOf(own)}${own.options.dbName}`, name);
    return { name, client, db: client.db(own.options.dbName) };
  });
  const ordered = databases.toSorted((a, b) => Number(a.name === 'control') - Number(b.name === 'control'));
  try {
    await Promise.all([...clients.values()].map((client) => client.connect())).catch(
      raiseUnanswered('BACKUP_DATABASES'),
    );
    return await work(ordered);
  } finally {
    await Promise.all([...clients.values()].map((client) => client.close()));
  }
}
