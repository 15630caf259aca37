import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { isPasswordOf, type ScramCredential } from '@pas/platform/mongo/users/scram';

const { MongoClient } = mongoose.mongo;

/**
 * Who may do everything on a local store.
 *
 * Its password is known to the person who runs the store and to tests, and to no program that serves.
 */
export const operatorName = 'operator';

/**
 * Makes the key file of a data directory, for its owner alone. The members of a replica set that asks for passwords know
 * each other by it.
 *
 * @returns the path
 */
export function ensureKeyFile(dir: string): string {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'members.key');
  if (!existsSync(path)) writeFileSync(path, newMembersKey(), { mode: 0o600 });
  return path;
}

/** The content of a key file. MongoDB takes base64 characters alone. */
export const newMembersKey = (): string => randomBytes(48).toString('hex');

export const readMembersKey = (file: string): string => readFileSync(file, 'utf8').trim();

/** The operator's password where nobody chose one: the same at each start with the same key file. */
export const passwordFromKey = (membersKey: string): string =>
  createHmac('sha256', membersKey).update(operatorName).digest('base64url');

/**
 * An address that connects as a member of the set. Members have all rights whether there are users or not, so a new data
 * directory, and one of a release without users, is prepared without a moment in which it asks nobody.
 *
 * @param address `host:port`
 */
export const asMember = (address: string, membersKey: string): string =>
  `mongodb://__system:${membersKey}@${address}/?directConnection=true&authSource=local`;

/** Puts the operator into an address. */
export function asOperator(url: string, password: string): string {
  const operated = new URL(url);
  operated.username = operatorName;
  operated.password = password;
  operated.searchParams.set('authSource', 'admin');
  return operated.href;
}

interface StoredOperator {
  credentials?: { 'SCRAM-SHA-256'?: ScramCredential };
}

/** Gives the operator a password, unless it is that one already. The address is a member's; the server takes writes. */
export async function ensureOperator(memberUrl: string, pwd: string): Promise<void> {
  const client = new MongoClient(memberUrl);
  try {
    const admin = client.db('admin');
    const { users } = await admin.command({ usersInfo: operatorName, showCredentials: true });
    const [stored] = users as StoredOperator[];
    const credential = stored?.credentials?.['SCRAM-SHA-256'];
    if (credential && (await isPasswordOf(credential, pwd))) return;
    const mechanisms = ['SCRAM-SHA-256'];
    if (stored) await admin.command({ updateUser: operatorName, pwd, mechanisms });
    else await admin.command({ createUser: operatorName, pwd, mechanisms, roles: ['root'] });
  } finally {
    await client.close();
  }
}
