import type { Problem } from '@pas/platform/http/render-error';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import type { z } from 'zod';
import type { CreationOptions, RequestOptions } from '../src/resources/passkeys/passkey-options.schema.ts';
import type { Passkey } from '../src/resources/passkeys/passkey.schema.ts';
import { portalUrl, type SignInResult, type TestResident } from './resident-harness.ts';
import { createAuthenticator, type Deviation } from '@pas/testing/software-authenticator';

export type TestAuthenticator = ReturnType<typeof createAuthenticator>;
type TestPasskey = z.output<typeof Passkey>;

/** An answer with options, or a refusal. */
type PreparedOptions<Options> = { options: Options; challengeId: string } & Problem;

/** Lists the passkeys of a resident. */
export const listPasskeys = (service: ServiceHarness, as: Principal) =>
  service.call<{ passkeys: TestPasskey[]; total: number }>('GET', '/api/v1/me/passkeys', { as });

/** Requests options for a new passkey. */
export const prepare = (service: ServiceHarness, as: Principal, body: object = {}) =>
  service.call<PreparedOptions<CreationOptions>>('POST', '/api/v1/me/passkeys/options', { as, body });

/** Sends a credential for a challenge. */
export const add = (service: ServiceHarness, as: Principal, body: object) =>
  service.call<{ passkey: TestPasskey } & Problem>('POST', '/api/v1/me/passkeys', { as, body });

/** Adds a passkey of a new authenticator to a resident. */
export async function addPasskey(
  service: ServiceHarness,
  { as }: Pick<TestResident, 'as'>,
  {
    authenticator = createAuthenticator(portalUrl),
    name,
  }: { authenticator?: TestAuthenticator; name?: string } = {},
) {
  const { body } = await prepare(service, as);
  const { options, challengeId } = body;
  const added = await add(service, as, { challengeId, credential: authenticator.create(options), name });
  if (added.status !== 201) throw new Error(`The new passkey was answered with ${added.status}.`);
  return { authenticator, passkey: added.body.passkey };
}

/** Requests options for a sign-in. */
export async function prepareSignIn(service: ServiceHarness) {
  const { body } = await service.call<PreparedOptions<RequestOptions>>(
    'POST',
    '/api/v1/auth/passkeys/options',
  );
  return body;
}

/** Sends an answer of an authenticator for a challenge. */
export const sendSignIn = (service: ServiceHarness, body: object, headers: Record<string, string> = {}) =>
  service.call<SignInResult & Problem>('POST', '/api/v1/auth/passkeys', { body, headers });

/** Signs in with an authenticator. */
export async function signInBy(
  service: ServiceHarness,
  authenticator: TestAuthenticator,
  deviation: Deviation = {},
) {
  const { options, challengeId } = await prepareSignIn(service);
  return sendSignIn(service, { challengeId, credential: authenticator.get(options, deviation) });
}
