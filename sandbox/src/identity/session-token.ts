import { z } from 'zod';
import type { AccountDirectory } from './account-directory.ts';
import { ExpiresInSeconds, mintToken } from './mint-token.ts';
import type { TokenIssuer } from './mint-token.ts';
import { EmailAddress } from './people.ts';

/** Request for the session token of a signed-in resident's browser. */
export const MintSessionToken = z.strictObject({
  email: EmailAddress,
  emailVerified: z.boolean().default(true),
  /** Origin of the token; by default the first portal. */
  azp: z.string().min(1).optional(),
  expiresInSeconds: ExpiresInSeconds,
  /** Omits the e-mail, as providers do by default. The user endpoint then returns it. */
  omitEmail: z.boolean().default(false),
});
export type MintSessionToken = z.infer<typeof MintSessionToken>;

/** Dependencies of session tokens. */
export interface SessionTokenParts {
  readonly by: TokenIssuer;
  readonly accounts: AccountDirectory;
  readonly defaultPortalUrl: string;
}

/** Mints a resident's session token, with the origin in `azp` and without an audience. */
export async function mintSessionToken(parts: SessionTokenParts, input: MintSessionToken): Promise<string> {
  const { sub, email, emailVerified } = parts.accounts.remember(input);
  const emailClaims = input.omitEmail ? {} : { email, email_verified: emailVerified };
  return mintToken(parts.by, {
    sub,
    expiresInSeconds: input.expiresInSeconds,
    claims: { azp: input.azp ?? parts.defaultPortalUrl, ...emailClaims },
  });
}
