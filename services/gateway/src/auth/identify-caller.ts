import { Fault } from '@pas/platform/errors/fault';
import { unauthenticated } from '@pas/platform/errors/raise';
import type { CallerKind, RouteGroup } from '../route-table.ts';
import { anonymousCaller, providerCaller, type Caller } from './caller.ts';
import { uncounted, type FailedCredentials } from './failed-credentials.ts';
import { readCredential } from './read-credential.ts';
import type { VerifyApiKey } from './verify-api-key.ts';
import type { VerifyCoreJwt } from './verify-core-jwt.ts';

export interface IdentifyParts {
  verifyApiKey: VerifyApiKey;
  verifyCoreJwt: VerifyCoreJwt;
  failures: FailedCredentials;
}

/** Tells who sends a request to a group of paths; undefined is a path that belongs to none. */
export type IdentifyCaller = (
  authorization: string | undefined,
  address: string,
  group: RouteGroup | undefined,
) => Caller | Promise<Caller>;

const nobody: readonly CallerKind[] = ['anonymous'];

/** Whom a request without a credential of ours comes from, where the group takes such requests at all. */
function unidentified(takes: readonly CallerKind[]): Caller | null {
  if (takes.includes('provider')) return providerCaller;
  return takes.includes('anonymous') ? anonymousCaller : null;
}

const notTaken = () => unauthenticated('token_invalid', 'This token is not taken on this path.');

/**
 * Prepares the choice of how a caller is known: by the shape of what they send, never by trying one way after another.
 *
 * An API key is verified wherever it is sent, because a key in the wrong place is a mistake to hear of. Anything else
 * on a path that needs no credential says nothing: a token that has run out must not keep its owner from refreshing it,
 * and a token of the identity provider is for the service behind to verify.
 *
 * @throws unauthenticated, rate_limited
 */
export function createIdentifier({ verifyApiKey, verifyCoreJwt, failures }: IdentifyParts): IdentifyCaller {
  const byToken = async (token: string, address: string, takes: readonly CallerKind[]): Promise<Caller> => {
    const without = unidentified(takes);
    if (without && !takes.includes('core_jwt')) return without;
    if (!without) {
      const caller = await verifyCoreJwt(token, address, failures);
      if (takes.includes('core_jwt')) return caller;
      throw notTaken();
    }
    try {
      return await verifyCoreJwt(token, address, uncounted);
    } catch (error) {
      if (error instanceof Fault) return without;
      throw error;
    }
  };

  const byNothingReadable = async (address: string, takes: readonly CallerKind[]): Promise<Caller> => {
    const without = unidentified(takes);
    if (without) return without;
    await failures.requireOpen(address);
    await failures.count(address);
    if (!takes.includes('api_key')) throw notTaken();
    throw unauthenticated('key_malformed', 'Send the API key as Authorization: Bearer pas_….');
  };

  return (authorization, address, group) => {
    const takes = group?.takes ?? nobody;
    const credential = readCredential(authorization);
    if (credential.kind === 'api_key') return verifyApiKey(credential.token, address);
    if (credential.kind === 'jwt') return byToken(credential.token, address, takes);
    if (credential.kind === 'unreadable') return byNothingReadable(address, takes);
    const without = unidentified(takes);
    if (without) return without;
    throw unauthenticated('credentials_missing', 'Send credentials as Authorization: Bearer.');
  };
}
