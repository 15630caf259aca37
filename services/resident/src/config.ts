import { createPrivateKey, type KeyObject } from 'node:crypto';
import { CommaList, HttpUrl, Pem } from '@pas/platform/config/fields';
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
  PORTAL_URL: HttpUrl.describe('The residents’ address of this environment; issuer of its Core JWTs.'),
  CORE_JWT_PRIVATE_KEY: Ed25519PrivateKey.describe('Signs Core JWTs; the gateway holds the public half.'),
  IDENTITY_ISSUER: z
    .url({ protocol: /^https?$/ })
    .describe('The identity provider, exactly as its tokens name it in iss.'),
  IDENTITY_JWKS_URL: HttpUrl.optional().describe('Its public keys; <IDENTITY_ISSUER>/jwks unless set.'),
  IDENTITY_AUTHORIZED_PARTIES: CommaList.optional().describe(
    'Origins whose session tokens are taken (azp); PORTAL_URL unless set.',
  ),
  IDENTITY_API_URL: HttpUrl.describe('The identity provider’s back-end API, for e-mails that a token lacks.'),
  IDENTITY_API_SECRET: z.string().min(8).describe('Bearer secret of that API.'),
});
export type ResidentConfig = z.output<typeof ResidentConfig>;
