import { controllerKeyMark, parseControllerKey } from '@pas/shared/api-keys/controller-key-format';
import { controllerKeyWorksAt } from '@pas/shared/api-keys/controller-key-state';
import { matchesApiKeyHash } from '@pas/shared/api-keys/hash-api-key';
import { ControllerKeyModel, type ControllerKeyRow } from '@pas/shared/models/controller-key';
import { TenantModel } from '@pas/shared/models/tenant';
import type { CallerEntry, VerifyCredential } from './caller-entry.ts';
import { controllerCaller, type Caller } from './caller.ts';
import type { CredentialCache, VerifiedCredential } from './credential-cache.ts';
import { createTokenReader, invalidToken } from './read-token.ts';

/** A controller key with a verified secret. */
export interface KnownController {
  caller: Caller;
  /** End of the grace period of a replaced key; null for a current key. */
  endsAt: Date | null;
}

interface ControllerKeyParts {
  /** The pepper of API keys. */
  pepper: string;
  cache: CredentialCache<KnownController>;
}

async function lookUp(key: string, pepper: string): Promise<VerifiedCredential<KnownController> | null> {
  const parsed = parseControllerKey(key);
  if (!parsed) return null;
  const row = await ControllerKeyModel.findOne({ publicId: parsed.publicId })
    .setOptions({ crossTenant: 'controller-key' })
    .lean<ControllerKeyRow>();
  if (!row || !controllerKeyWorksAt(row, new Date())) return null;
  if (!matchesApiKeyHash(key, row.secretHash, pepper)) return null;
  const { _id, tenantId, isLive, graceUntil } = row;
  if (!(await TenantModel.exists({ _id: tenantId, isLive: true }))) return null;
  const endsAt = isLive ? null : graceUntil;
  return { value: { caller: controllerCaller(row), endsAt }, tags: [_id, tenantId] };
}

/**
 * Prepares the recognition and the verification of controller keys. A text without the right checksum costs no look-up.
 * Each wrong key counts as a failure of the address. The transaction that replaces a key or deletes its door changes
 * the record of the key. So the change stream ends the key. A replaced key works until the end of its grace period.
 *
 * @throws unauthenticated (`token_invalid`), rate_limited for an address with too many failures
 */
export function createControllerKeyVerifier({ pepper, cache }: ControllerKeyParts): Pick<
  CallerEntry,
  'verify'
> & {
  recognise: NonNullable<CallerEntry['recognise']>;
} {
  const read = createTokenReader({
    cache,
    verifyToken: (key) => lookUp(key, pepper),
    expiredToken: invalidToken,
  });
  const verify: VerifyCredential = async (credential, address, failures) => {
    const { caller, endsAt } = await read(credential, address, failures);
    if (endsAt !== null && endsAt <= new Date()) throw invalidToken();
    return caller;
  };
  return { recognise: ({ token }) => token.startsWith(controllerKeyMark), verify };
}
