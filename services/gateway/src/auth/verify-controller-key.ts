import { controllerKeyMark, parseControllerKey } from '@pas/shared/api-keys/controller-key-format';
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
}

interface ControllerKeyParts {
  /** The pepper of API keys. */
  pepper: string;
  cache: CredentialCache<KnownController>;
}

async function lookUp(key: string, pepper: string): Promise<VerifiedCredential<KnownController> | null> {
  const parsed = parseControllerKey(key);
  if (!parsed) return null;
  const row = await ControllerKeyModel.findOne({ publicId: parsed.publicId, isLive: true })
    .setOptions({ crossTenant: 'controller-key' })
    .lean<ControllerKeyRow>();
  if (!row || !matchesApiKeyHash(key, row.secretHash, pepper)) return null;
  const { _id, tenantId } = row;
  if (!(await TenantModel.exists({ _id: tenantId, isLive: true }))) return null;
  return { value: { caller: controllerCaller(row) }, tags: [_id, tenantId] };
}

/**
 * Prepares the recognition and the verification of controller keys. A text without the right checksum costs no look-up.
 * Each wrong key counts as a failure of the address. The transaction that replaces a key or deletes its door changes
 * the record of the key. So the change stream ends the key.
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
  const verify: VerifyCredential = async (credential, address, failures) =>
    (await read(credential, address, failures)).caller;
  return { recognise: ({ token }) => token.startsWith(controllerKeyMark), verify };
}
