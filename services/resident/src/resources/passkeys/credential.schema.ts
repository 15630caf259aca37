import { z } from 'zod';

/** Binary data as browsers write it in JSON: base64url without padding. */
const base64Url = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength, { error: `Use at most ${maxLength} characters.`, abort: true })
    .regex(/^[\w-]+$/, 'Expected base64url without padding.')
    .meta({ example: 'q3Jt0pYw6sV9x2LmN4bR7cKz1HdF5gTa8uEoQiWvXyA' });

/** 1,023 bytes (WebAuthn Level 3, section 5.8.3). */
const CredentialId = base64Url(1364);
const ClientData = base64Url(8192);

const credentialFields = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
};

/** `RegistrationResponseJSON` of WebAuthn Level 3, section 5.1.9, without fields that the service ignores. */
export const RegistrationCredential = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: ClientData,
      attestationObject: base64Url(16_384),
      transports: z
        .array(z.string().max(32))
        .max(8)
        .optional()
        .meta({ example: ['internal', 'hybrid'] }),
    }),
  })
  .meta({
    id: 'RegistrationCredential',
    description: 'The result of `navigator.credentials.create()`, as its `toJSON()` writes it.',
  });
export type RegistrationCredential = z.output<typeof RegistrationCredential>;

/** `AuthenticationResponseJSON` of WebAuthn Level 3, section 5.1.9, without fields that the service ignores. */
export const SignInCredential = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: ClientData,
      authenticatorData: base64Url(4096),
      signature: base64Url(4096),
      userHandle: base64Url(128).nullable().optional(),
    }),
  })
  .meta({
    id: 'SignInCredential',
    description: 'The result of `navigator.credentials.get()`, as its `toJSON()` writes it.',
  });
export type SignInCredential = z.output<typeof SignInCredential>;
