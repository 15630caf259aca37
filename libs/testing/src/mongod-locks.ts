import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { isPasswordOf, type ScramCredential } from '@pas/platform/mongo/users/scram';

const { MongoClient } = mongoose.mongo;

/**
 * Name of the user with all rights on a local store.
 *
 * Only the person who runs the store and tests know its password. Serving programs do not.
 */
export const operatorName = 'operator';

/**
 * Creates the key file of a data directory, readable only by its owner. Members of a replica set with authentication
 * identify each other by it.
 *
 * @returns the path
 */
export function ensureKeyFile(dir: string): string {
  mkdirSync(dir, { recursive: true });
  const path = join(dir, 'members.key');
  if (!existsSync(path)) writeFileSync(path, newMembersKey(), { mode: 0o600 });
  return path;
}

/** Makes the content of a key file. MongoDB accepts only base64 characters. */
export const newMembersKey = (): string => randomBytes(48).toString('hex');

export const readMembersKey = (file: string): string => readFileSync(file, 'utf8').trim();

/** Derives the operator's default password, which is the same at each start with the same key file. */
export const passwordFromKey = (membersKey: string): string =>
  createHmac('sha256', membersKey).update(operatorName).digest('base64url');

/**
 * Returns an address that connects as a member of the set. Members have all rights even without users. So a data
 * directory without users is prepared while authentication is already enforced.
 *
 * @param address `host:port`
 */
export const asMember = (address: string, membersKey: string): string =>
  `mongodb://__system:${membersKey}@${address}/?directConnection=true&authSource=local`;

/** Adds the operator's credentials to an address. */
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

/** Sets the operator's password unless it is already set. The address is a member's, and the server accepts writes. */
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
