import { Email } from '../contacts/email.ts';
import { PersonName } from '../contacts/person.ts';
import { Phone } from '../contacts/phone.ts';
import { idSchema } from '../ids/id.ts';
import { CurrentPassword, NewPassword } from './password.ts';
import { z } from 'zod';
import { Membership, Resident } from './resident.schema.ts';

const exampleToken = 'q3Jt0pYw6sV9x2LmN4bR7cKz1HdF5gTa8uEoQiWvXyA';

/** A token from outside: only its length is checked before it is looked up or verified. */
const OpaqueToken = z.string().min(1).max(8192);

interface Proofs {
  password?: unknown;
  identityToken?: unknown;
}

/**
 * Whether the body is an object. Its proof is then checked even if other fields are invalid, so that the answer lists
 * all problems.
 */
const isObject = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null;

export const SignUp = z
  .object({
    inviteToken: OpaqueToken.meta({
      description: 'The last part of the invite’s link.',
      example: exampleToken,
    }),
    password: NewPassword.optional(),
    identityToken: OpaqueToken.optional().meta({
      description: 'A session token of the identity provider, instead of a password.',
      example: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl',
    }),
    email: Email.nullable()
      .optional()
      .meta({ description: 'Default: the e-mail of the invite or of the identity.' }),
    phone: Phone.nullable().optional().meta({ description: 'Default: the phone of the invite.' }),
    firstName: PersonName,
    lastName: PersonName,
  })
  .refine(({ password, identityToken }: Proofs) => password !== undefined || identityToken !== undefined, {
    path: ['password'],
    message: 'Send a password or an identityToken.',
    params: { code: 'required' },
    when: isObject,
  })
  .refine(({ password, identityToken }: Proofs) => password === undefined || identityToken === undefined, {
    path: ['identityToken'],
    message: 'Send either a password or an identityToken.',
    params: { code: 'ambiguous' },
    when: isObject,
  })
  .meta({
    examples: [
      {
        inviteToken: exampleToken,
        password: 'correct horse battery',
        firstName: 'Jordan',
        lastName: 'Reyes',
      },
    ],
  });
export type SignUp = z.output<typeof SignUp>;

export const LogIn = z.object({
  email: Email,
  password: CurrentPassword,
});
export type LogIn = z.output<typeof LogIn>;

const RefreshToken = OpaqueToken.meta({
  description: 'The refresh token of the last answer. It can be used once.',
  example: exampleToken,
});

export const Refresh = z.object({ refreshToken: RefreshToken });
export const LogOut = z.object({ refreshToken: RefreshToken.optional() });
export const SwitchResident = z.object({ userId: idSchema('user') });

/** The answer of every successful sign-up or log-in. */
export const SignInAnswer = z
  .object({
    token: z.string().meta({
      description: 'The Core JWT: send it as Authorization: Bearer.',
      example: 'eyJhbGciOiJFZDI1NTE5In0.e30.c2lnbmF0dXJl',
    }),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().meta({ description: 'The lifetime of the Core JWT, in seconds.', example: 900 }),
    refreshToken: z.string().meta({ description: 'Exchange it for the next token.', example: exampleToken }),
    resident: Resident,
    memberships: z
      .array(Membership)
      .meta({ description: 'All memberships of the person, the current one first.' }),
  })
  .meta({ id: 'SignInResult' });
