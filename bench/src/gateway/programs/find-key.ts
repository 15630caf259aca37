import { matchesApiKeyHash } from '@pas/shared/api-keys/hash-api-key';
import { parseApiKey } from '@pas/shared/api-keys/key-format';
import { mongo } from 'mongoose';

/** The fields of a key's record that the peers need. */
export interface KeyRecord {
  _id: string;
  tenantId: string;
  scopes: string[];
  environments: string[];
  secretHash: string;
}

const client = await new mongo.MongoClient(process.env['CONTROL_URL'] ?? '').connect();
const keys = client.db().collection<KeyRecord & { publicId: string }>('api_keys');

/** The collection in which the naive peer stores each use of a key. */
export const uses = client.db().collection<{ _id: string; requests: number }>('bench_uses');

/** Finds the record of a bearer key and compares its hash; null for a wrong key. */
export async function findKey(authorization: string | undefined): Promise<KeyRecord | null> {
  const key = authorization?.slice('Bearer '.length) ?? '';
  const publicId = parseApiKey(key)?.publicId;
  const record = publicId === undefined ? null : await keys.findOne({ publicId });
  if (!record) return null;
  return matchesApiKeyHash(key, record.secretHash, process.env['PEPPER'] ?? '') ? record : null;
}
