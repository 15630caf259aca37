import { z } from 'zod';
import type { AccountDirectory } from './account-directory.ts';
import { ExpiresInSeconds, mintToken } from './mint-token.ts';
import type { TokenIssuer } from './mint-token.ts';
import { EmailAddress } from './people.ts';

/** Asks for the token that an identity provider gives to a signed-in resident's browser. */
export const MintSessionToken = z.strictObject({
  email: EmailAddress,
  emailVerified: z.boolean().default(true),
  /** The origin the token is for; the first portal where it is left out. */
  azp: z.string().min(1).optional(),
  expiresInSeconds: ExpiresInSeconds,
  /** Leaves the e-mail out, as providers do by default: it is to be had from the user endpoint then. */
  omitEmail: z.boolean().default(false),
});
export type MintSessionToken = z.infer<typeof MintSessionToken>;

/** What a session token is made from. */
export interface SessionTokenParts {
  readonly by: TokenIssuer;
  readonly accounts: AccountDirectory;
  readonly defaultPortalUrl: string;
}

/** Mints a resident's session token: it names the origin in `azp` and has no audience. */
export async function mintSessionToken(parts: SessionTokenParts, input: MintSessionToken): Promise<string> {
  const { sub, email, emailVerified } = parts.accounts.remember(input);
  const emailClaims = input.omitEmail ? {} : { email, email_verified: emailVerified };
  return mintToken(parts.by, {
    sub,
    expiresInSeconds: input.expiresInSeconds,
    claims: { azp: input.azp ?? parts.defaultPortalUrl, ...emailClaims },
  });
}
