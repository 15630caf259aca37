import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { Account, AccountDirectory } from './account-directory.ts';
import { ExpiresInSeconds, mintToken } from './mint-token.ts';
import type { TokenIssuer } from './mint-token.ts';
import { EmailAddress } from './people.ts';
import type { Membership, People } from './people.ts';

/** Asks for the bearer token of a staff person who acts in one organization. */
export const MintStaffToken = z.strictObject({
  email: EmailAddress,
  /** Id or slug of an organization of the people file, or any other name, which is then unknown to everybody else. */
  organization: z.string().min(1),
  role: z.string().min(1),
  /** Providers spell organization claims differently: one object `o`, or `org_id`, `org_role` and `org_slug`. */
  claims: z.enum(['nested', 'flat']).default('nested'),
  expiresInSeconds: ExpiresInSeconds,
});
export type MintStaffToken = z.infer<typeof MintStaffToken>;

/** What a staff token is made from. */
export interface StaffTokenParts {
  readonly by: TokenIssuer;
  readonly accounts: AccountDirectory;
  readonly people: People;
  readonly audience: string;
  /** The client that staff sign in to; it stands in `azp`, so that no staff token passes for a resident's. */
  readonly clientId: string;
}

/** Mints a staff person's bearer token for the configured audience. */
export async function mintStaffToken(parts: StaffTokenParts, input: MintStaffToken): Promise<string> {
  const account = parts.accounts.remember({ email: input.email, emailVerified: true });
  const membership = { ...findOrganization(parts.people, input.organization), role: input.role };
  return mintToken(parts.by, {
    sub: account.sub,
    expiresInSeconds: input.expiresInSeconds,
    claims: {
      aud: parts.audience,
      azp: parts.clientId,
      ...personClaims(account),
      ...(input.claims === 'flat' ? flatClaims(membership) : nestedClaims(membership)),
    },
  });
}

/** Names a person in a token: `email`, `email_verified` and, where it is known, `name`. */
export function personClaims({ email, emailVerified, name }: Account): JWTPayload {
  return { email, email_verified: emailVerified, ...(name === null ? {} : { name }) };
}

/** Organization claims in one object, the shape that the login's ID token uses too. */
export function nestedClaims({ id, role, slug }: Membership): JWTPayload {
  return { o: { id, rol: role, slg: slug } };
}

function flatClaims({ id, role, slug }: Membership): JWTPayload {
  return { org_id: id, org_role: role, org_slug: slug };
}

function findOrganization(people: People, name: string): Omit<Membership, 'role'> {
  const known = people.staff.flatMap(({ organizations }) => organizations);
  return known.find(({ id, slug }) => id === name || slug === name) ?? { id: name, slug: name };
}
