import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ExactHttpUrl, HttpUrl, Origins, Pem, ProviderSecret } from '@pas/platform/config/fields';
import { busFields, serviceFields } from '@pas/shared/service/service-fields';
import { z } from 'zod';

/** An Ed25519 private key in PKCS #8 PEM. */
const Ed25519PrivateKey = Pem.transform((pem, check): KeyObject => {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below, without a word of what was read.
  }
  check.addIssue('Expected an Ed25519 private key in PKCS #8 PEM.');
  return z.NEVER;
});

export const ResidentConfig = z.object({
  ...serviceFields,
  ...busFields,
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
    'The identity provider’s back-end API. It is asked for the e-mail if a token has none.',
  ),
  IDENTITY_API_SECRET: ProviderSecret.describe('Bearer secret of that API.'),
});
export type ResidentConfig = z.output<typeof ResidentConfig>;
