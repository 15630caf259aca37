import { randomBytes } from 'node:crypto';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import type { AccountRow } from '@pas/shared/models/account';
import type { PasskeyRow } from '@pas/shared/models/passkey';
import type { RegistrationCredential, SignInCredential } from './credential.schema.ts';
import type { CreationOptions, RequestOptions } from './passkey-options.schema.ts';

/** Time from the options to the answer of the authenticator, in milliseconds. */
export const challengeTtlMs = 300_000;

/** Ed25519, ES256 and RS256, the preferred one first (COSE algorithm numbers). */
const supportedAlgorithmIDs = [-8, -7, -257];

/** The longest public key in COSE form, in bytes: RSA with 8,192 bits. Longer keys would only cost time. */
const maxKeyBytes = 1100;

/** The stored part of a new passkey. */
export type VerifiedPasskey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'>;

/** State of a passkey after a sign-in. */
export type UsedPasskey = Pick<PasskeyRow, 'counter' | 'isBackedUp'>;

/** The address for which passkeys are made. It writes options, and verifies the answers of authenticators. */
export interface RelyingParty {
  /** Writes options with a new challenge. Authenticators with a known passkey of the account refuse them. */
  describeCreation(account: AccountRow, known: readonly PasskeyRow[]): CreationOptions;
  /** Writes options with a new challenge. They name no passkey, so that they reveal no account. */
  describeRequest(): RequestOptions;
  /** @throws Error when the credential does not answer the challenge at this address */
  verifyCreation(credential: RegistrationCredential, challenge: string): Promise<VerifiedPasskey>;
  /** @throws Error when the credential does not answer the challenge at this address with the passkey's key */
  verifySignIn(credential: SignInCredential, challenge: string, passkey: PasskeyRow): Promise<UsedPasskey>;
}

const newChallenge = (): string => randomBytes(32).toString('base64url');

/** Returns the user handle of an account, which a passkey stores beside its key, base64url. */
const handleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url');

/** The authenticator stores the account beside the key, and verifies the person by a PIN or biometrics. */
const authenticatorSelection = {
  residentKey: 'required',
  requireResidentKey: true,
  userVerification: 'required',
} as const;

/**
 * Removes the attestation statement. The options ask for none, and the parsers of its formats would read certificates
 * that anybody can make.
 */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const bare = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

interface Expectation {
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: true;
}

async function verifyCreation(
  expected: Expectation,
  { response, ...credential }: RegistrationCredential,
  expectedChallenge: string,
): Promise<VerifiedPasskey> {
  const { clientDataJSON, attestationObject } = response;
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expected,
    supportedAlgorithmIDs,
    expectedChallenge,
    response: {
      ...credential,
      response: { clientDataJSON, attestationObject: withoutStatement(attestationObject) },
      clientExtensionResults: {},
    },
  });
  if (!registrationInfo) throw new Error('The credential is not verified.');
  const { credential: made, credentialBackedUp: isBackedUp } = registrationInfo;
  const { id: credentialId, counter } = made;
  if (credentialId !== credential.id) throw new Error('The credential has two ids.');
  if (made.publicKey.length > maxKeyBytes) throw new Error('The public key is too long.');
  return { credentialId, publicKey: isoBase64URL.fromBuffer(made.publicKey), counter, isBackedUp };
}

async function verifySignIn(
  expected: Expectation,
  { response: { userHandle = null, ...response }, ...credential }: SignInCredential,
  { expectedChallenge, passkey }: { expectedChallenge: string; passkey: PasskeyRow },
): Promise<UsedPasskey> {
  const { credentialId: id, publicKey, counter, accountId } = passkey;
  if (userHandle !== null && userHandle !== handleOf(accountId)) throw new Error('The user handle differs.');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    expectedChallenge,
    response: { ...credential, response, clientExtensionResults: {} },
    credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter },
  });
  if (!verified) throw new Error('The signature is wrong.');
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
}

/**
 * Prepares the relying party of an environment (WebAuthn Level 3). Its id is the host name of the portal. The
 * authenticator must verify the person, because a passkey is the only proof of a sign-in.
 */
export function createRelyingParty(portalUrl: string): RelyingParty {
  const { hostname: id, origin: expectedOrigin } = new URL(portalUrl);
  const expected = { expectedOrigin, expectedRPID: id, requireUserVerification: true } as const;
  return {
    describeCreation: ({ _id, email }, known) => ({
      rp: { id, name: id },
      user: { id: handleOf(_id), name: email, displayName: email },
      challenge: newChallenge(),
      pubKeyCredParams: supportedAlgorithmIDs.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeTtlMs,
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        type: 'public-key',
        transports,
      })),
      authenticatorSelection,
      attestation: 'none',
    }),
    describeRequest: () => ({
      rpId: id,
      challenge: newChallenge(),
      timeout: challengeTtlMs,
      userVerification: 'required',
    }),
    verifyCreation: (credential, challenge) => verifyCreation(expected, credential, challenge),
    verifySignIn: (credential, expectedChallenge, passkey) =>
      verifySignIn(expected, credential, { expectedChallenge, passkey }),
  };
}
