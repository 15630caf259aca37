import { z } from 'zod';

const Base64Url = z.string().meta({ example: 'q3Jt0pYw6sV9x2LmN4bR7cKz1HdF5gTa8uEoQiWvXyA' });

/** The host name of the portal. */
const RelyingPartyId = z.string().meta({ example: 'access.example.test' });

/** Milliseconds that the browser waits for the person. */
const Timeout = z.int().meta({ example: 300_000 });

const Transports = z.array(z.string()).meta({ example: ['internal', 'hybrid'] });

const KnownCredential = z.object({
  id: Base64Url,
  type: z.literal('public-key'),
  transports: Transports.optional(),
});

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3, section 5.1.9. */
export const CreationOptions = z
  .object({
    rp: z.object({ id: RelyingPartyId, name: z.string().meta({ example: 'Maple Living' }) }),
    user: z.object({
      id: Base64Url,
      name: z.string().meta({ example: 'clara.reyes@example.test' }),
      displayName: z.string().meta({ example: 'Clara Reyes' }),
    }),
    challenge: Base64Url,
    pubKeyCredParams: z.array(
      z.object({ type: z.literal('public-key'), alg: z.int().meta({ example: -7 }) }),
    ),
    timeout: Timeout,
    excludeCredentials: z.array(KnownCredential),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type CreationOptions = z.output<typeof CreationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3, section 5.1.9. */
export const RequestOptions = z
  .object({
    rpId: RelyingPartyId,
    challenge: Base64Url,
    timeout: Timeout,
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type RequestOptions = z.output<typeof RequestOptions>;

/** Identifies a challenge, once and for 5 minutes. */
export const ChallengeId = z.string().min(1).max(64).meta({
  description: 'The `challengeId` of the options. It works once, for 5 minutes.',
  example: 'pkc_01kb3rt9d5e0p8m6q2v7x4hzjn',
});
