import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '@pas/platform/errors/fault';
import { unauthenticated } from '@pas/shared/errors/raise';
import type { Area } from '../route-table.ts';
import type { CallerEntry } from './caller-entry.ts';
import type { Caller } from './caller.ts';
import { tokenNotAccepted, type Callers } from './callers.ts';
import { missingCredentials } from './missing-credentials.ts';
import { refuseCounted, uncounted, type FailedCredentials } from './failed-credentials.ts';
import { isJwtLike, readCredential, type Credential } from './read-credential.ts';
import { invalidToken } from './read-token.ts';

/** Recognises the kind of a caller and verifies its credential. */
export type IdentifyCaller = (
  headers: IncomingHttpHeaders,
  address: string,
  area: Area,
) => Caller | Promise<Caller>;

function unrecognised({ token }: Credential, acceptsApiKeys: boolean): Fault {
  if (isJwtLike(token)) return invalidToken();
  if (!acceptsApiKeys) return tokenNotAccepted();
  return unauthenticated('key_malformed', 'Send the API key as Authorization: Bearer pas_….');
}

/** Returns the caller of a valid credential; null for a refused one. */
async function verifyOrIgnore(
  entry: CallerEntry,
  credential: Credential,
  address: string,
): Promise<Caller | null> {
  try {
    return await entry.verify(credential, address, uncounted);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

/**
 * Verifies a credential of a kind that the area does not accept. It is always refused with the error of its kind. An
 * expired token must not ask for a refresh on a path that does not accept such tokens.
 *
 * @throws the refusal of the kind, rate_limited
 */
async function verifyForOtherArea(
  entry: CallerEntry,
  credential: Credential,
  address: string,
): Promise<Caller> {
  try {
    return await entry.verify(credential, address, entry.failures);
  } catch (error) {
    throw error instanceof Fault && error.kind === 'unauthenticated' ? entry.otherAreaFault() : error;
  }
}

/**
 * Prepares the identification of callers by the headers of their requests. The shape of the credential alone chooses
 * the entry of the table. No other entry verifies it.
 *
 * An area that needs no credential ignores a wrong one and does not count it. The owner of an expired token must be
 * able to refresh it. The service verifies tokens of residents' identity providers.
 *
 * @throws unauthenticated, rate_limited
 */
export function createIdentifier(callers: Callers, failures: FailedCredentials): IdentifyCaller {
  const entries = Object.values(callers);
  const uncredentialed = new Map<Area, CallerEntry>();
  for (const entry of entries) {
    if (entry.recognise === null) for (const area of entry.reaches) uncredentialed.set(area, entry);
  }

  const recognise = (credential: Credential): CallerEntry | null => {
    for (const entry of entries) if (entry.recognise?.(credential)) return entry;
    return null;
  };

  const refuseUnrecognised = (credential: Credential, address: string, area: Area): never => {
    if (!credential.hasAuthorization) throw missingCredentials();
    const fault = unrecognised(credential, callers.api_key.reaches.has(area));
    return refuseCounted(failures, address, fault);
  };

  return (headers, address, area) => {
    const credential = readCredential(headers);
    const entry = recognise(credential);
    if (entry?.isVerifiedEverywhere) return entry.verify(credential, address, entry.failures);
    const bare = uncredentialed.get(area);
    if (!bare) {
      if (!entry) return refuseUnrecognised(credential, address, area);
      if (!entry.reaches.has(area)) return verifyForOtherArea(entry, credential, address);
      return entry.verify(credential, address, entry.failures);
    }
    const withoutCredential = bare.verify(credential, address, bare.failures);
    if (!entry?.reaches.has(area)) return withoutCredential;
    return verifyOrIgnore(entry, credential, address).then((caller) => caller ?? withoutCredential);
  };
}
