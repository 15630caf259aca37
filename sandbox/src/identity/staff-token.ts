import type { JWTPayload } from 'jose';
import { z } from 'zod';
import type { Account, AccountDirectory } from './account-directory.ts';
import { ExpiresInSeconds, mintToken } from './mint-token.ts';
import type { TokenIssuer } from './mint-token.ts';
import { EmailAddress } from './people.ts';
import type { Membership, People } from './people.ts';

/** Request for the bearer token of a staff person in one organization. */
export const MintStaffToken = z.strictObject({
  email: EmailAddress,
  /** Id or slug of an organization of the people file, or the id of an unknown one. */
  organization: z.string().min(1),
  role: z.string().min(1),
  /** Format of organization claims: one object `o`, or `org_id`, `org_role` and `org_slug`. */
  claims: z.enum(['nested', 'flat']).default('nested'),
  expiresInSeconds: ExpiresInSeconds,
});
export type MintStaffToken = z.infer<typeof MintStaffToken>;

/** Dependencies of staff tokens. */
export interface StaffTokenParts {
  readonly by: TokenIssuer;
  readonly accounts: AccountDirectory;
  readonly people: People;
  readonly audience: string;
  /** Client of staff logins. It is the `azp` of staff tokens, so that none passes as a resident's. */
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

/** Returns the claims of a person: `email`, `email_verified` and, if known, `name`. */
export function personClaims({ email, emailVerified, name }: Account): JWTPayload {
  return { email, email_verified: emailVerified, ...(name === null ? {} : { name }) };
}

/** Returns organization claims as one object, like the ID token of a login. */
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
