import { matchesApiKeyHash } from '@pas/shared/api-keys/hash-api-key';
import { parseApiKey } from '@pas/shared/api-keys/key-format';
import { apiKeyStatusAt } from '@pas/shared/api-keys/key-state';
import { unauthenticated } from '@pas/shared/errors/raise';
import { ApiKeyModel, type ApiKeyRow } from '@pas/shared/models/api-key';
import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { LRUCache } from 'lru-cache';
import type { VerifyCredential } from './caller-entry.ts';
import type { Caller } from './caller.ts';
import type { CredentialCache, VerifiedCredential } from './credential-cache.ts';
import { refuseCounted, type FailedCredentials } from './failed-credentials.ts';
import { retirementOf } from './key-retirement.ts';
import type { Credential } from './read-credential.ts';

/** A key with a verified secret, and its principal. */
export interface KnownKey {
  row: ApiKeyRow;
  isTenantDeleted: boolean;
  caller: Caller;
}

/** A credential that is not in memory, with the address that it came from. */
interface Attempt {
  credential: Credential;
  address: string;
  failures: FailedCredentials;
}

export interface ApiKeyParts {
  pepper: string;
  cache: CredentialCache<KnownKey>;
}

const malformedKey = () =>
  unauthenticated('key_malformed', 'This is not an API key. Copy it again, as Authorization: Bearer pas_….');
const unknownKey = () =>
  unauthenticated('key_unknown', 'This API key is unknown. Check that it is for this system.');

/** Only a holder of the whole key gets this error, because the record is checked after its hash has matched. */
function requireUsable({ row, isTenantDeleted }: KnownKey, nowMs: number): void {
  const status = apiKeyStatusAt(row, new Date(nowMs));
  if (status === 'REVOKED' || isTenantDeleted) {
    throw unauthenticated('key_revoked', 'This API key was revoked. Use another one.');
  }
  if (status === 'EXPIRED') {
    throw unauthenticated('key_expired', 'This API key has expired. Use its successor, or create a new one.');
  }
}

function callerOf(row: ApiKeyRow, tenant: Pick<TenantRow, 'status'> | null): Caller {
  const retirement = retirementOf(row);
  return {
    kind: 'api_key',
    principal: {
      kind: 'api_key',
      id: row._id,
      ...(row.lineageId !== row._id && { lineageId: row.lineageId }),
      name: row.name,
      tenantId: row.tenantId,
      scopes: row.scopes,
      propertyIds: row.propertyIds,
      sessionId: null,
    },
    environments: row.environments,
    isTenantSuspended: tenant?.status === 'SUSPENDED',
    ...(retirement && { retirement }),
    rateLimit: { bucketId: row.lineageId, ...row.rateLimit },
  };
}

async function lookUp(
  key: string,
  publicId: string,
  pepper: string,
): Promise<VerifiedCredential<KnownKey> | null> {
  const row = await ApiKeyModel.findOne({ publicId }).lean<ApiKeyRow>();
  if (!row || !matchesApiKeyHash(key, row.secretHash, pepper)) return null;
  const { tenantId } = row;
  if (tenantId === null) {
    return { value: { row, isTenantDeleted: false, caller: callerOf(row, null) }, tags: [row._id] };
  }
  const tenant = await TenantModel.findOne({ _id: tenantId, isLive: true }, { status: 1 }).lean<TenantRow>();
  const known = { row, isTenantDeleted: tenant === null, caller: callerOf(row, tenant) };
  return { value: known, tags: [row._id, tenantId] };
}

/**
 * Prepares the verification of API keys. The cheapest steps come first: cache, checksum, counts of failures, a shared
 * look-up, the peppered hash.
 *
 * The failures do not stop a key that was verified here in the last 24 hours. So nobody can lock out a customer of the
 * same address, even with the public id of the customer's key.
 *
 * @throws unauthenticated with the code of the problem, rate_limited for an address with too many failures
 */
export function createApiKeyVerifier({ pepper, cache }: ApiKeyParts): VerifyCredential {
  const unknown = new LRUCache<string, true>({ max: 50_000, ttl: 5000 });

  const read = async (publicId: string, { credential, address, failures }: Attempt): Promise<KnownKey> => {
    const { token, digest } = credential;
    if (!cache.wasVerified(digest)) failures.requireOpen(address, publicId);
    let isCounted = false;
    // Counted before the look-up, so that concurrent guesses cannot exceed the limit of look-ups.
    const lookUpCounted = async (): Promise<VerifiedCredential<KnownKey> | null> => {
      isCounted = true;
      const takeBack = failures.count(address, publicId);
      let isWrong = false;
      try {
        const found = await lookUp(token, publicId, pepper);
        isWrong = found === null;
        return found;
      } finally {
        if (!isWrong) takeBack();
      }
    };
    const known = unknown.has(digest) ? null : await cache.fill(digest, lookUpCounted);
    if (known) return known;
    unknown.set(digest, true);
    if (!isCounted) failures.count(address, publicId);
    throw unknownKey();
  };

  const verify = async (attempt: Attempt): Promise<KnownKey> => {
    const parsed = parseApiKey(attempt.credential.token);
    if (parsed) return read(parsed.publicId, attempt);
    return refuseCounted(attempt.failures, attempt.address, malformedKey());
  };

  const admit = (known: KnownKey): Caller => {
    requireUsable(known, Date.now());
    return known.caller;
  };

  return (credential, address, failures) => {
    const known = cache.peek(credential.digest);
    return known ? admit(known) : verify({ credential, address, failures }).then(admit);
  };
}
