import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ExactHttpUrl, HttpUrl, Origins, Pem, ProviderSecret } from '@pas/platform/config/fields';
import { z } from 'zod';
import { createCoreJwtSigner, type CoreJwtSigner } from '../sessions/core-jwt.ts';
import { createGuessLimits, guessQuota } from './guess-limits.ts';
import type { SignUpChecks } from './sign-up-checks.ts';
import { createIdentityVerifier } from './verify-identity-token.ts';

/** An Ed25519 private key in PKCS #8 PEM. */
const Ed25519PrivateKey = Pem.transform((pem, check): KeyObject => {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below, without any of the input.
  }
  check.addIssue('Expected an Ed25519 private key in PKCS #8 PEM.');
  return z.NEVER;
});

/** Settings of a service that signs residents in. */
export const signInFields = {
  PORTAL_URL: HttpUrl.describe(
    'The residents’ address of this environment. It is also the issuer of its Core JWTs.',
  ),
  CORE_JWT_PRIVATE_KEY: Ed25519PrivateKey.describe('Signs Core JWTs. The gateway has the public key.'),
  IDENTITY_ISSUER: ExactHttpUrl.describe('The identity provider, exactly as in the claim iss of its tokens.'),
  IDENTITY_JWKS_URL: HttpUrl.optional().describe('Its public keys. Default: <IDENTITY_ISSUER>/jwks.'),
  IDENTITY_AUTHORIZED_PARTIES: Origins.optional().describe(
    'Origins whose session tokens are accepted (azp). Default: PORTAL_URL.',
  ),
  IDENTITY_API_URL: HttpUrl.describe(
    'The identity provider’s back-end API, for the e-mail of a token without one.',
  ),
  IDENTITY_API_SECRET: ProviderSecret.describe('Bearer secret of that API.'),
};

type SignInConfig = z.output<z.ZodObject<typeof signInFields>>;

/** Checks of a person's proofs, and the signer of the answers. */
export interface SignIn extends SignUpChecks {
  signer: CoreJwtSigner;
}

/** Prepares the sign-in of residents, after the databases are open. */
export async function createSignIn(config: SignInConfig): Promise<SignIn> {
  const { PORTAL_URL: portalUrl, IDENTITY_ISSUER: issuer } = config;
  const identity = createIdentityVerifier({
    issuer,
    jwksUrl: config.IDENTITY_JWKS_URL ?? `${issuer.replace(/\/+$/, '')}/jwks`,
    authorizedParties: config.IDENTITY_AUTHORIZED_PARTIES ?? [portalUrl],
    apiUrl: config.IDENTITY_API_URL,
    apiSecret: config.IDENTITY_API_SECRET,
  });
  const signer = await createCoreJwtSigner(config.CORE_JWT_PRIVATE_KEY, portalUrl);
  return { signer, identity, limits: createGuessLimits(guessQuota) };
}
