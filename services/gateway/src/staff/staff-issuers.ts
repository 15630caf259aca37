import { EnvironmentName, JsonText } from '@pas/platform/config/fields';
import { staffRoles } from '@pas/shared/principal/scopes';
import { z } from 'zod';

/** Signature algorithms with a public key. With a shared secret, every verifier could also sign. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

const Url = z.url({ protocol: /^https?$/, message: 'Expected an http or https URL.' });
const Names = z.array(z.string().min(1)).min(1, 'Expected at least one name.');

/**
 * The path of a claim, or several paths. The first existing claim counts. Dots separate the names of nested objects.
 */
const ClaimPaths = z
  .union([
    z
      .string()
      .min(1)
      .transform((path) => [path]),
    Names,
  ])
  .optional();

const paths = (...usual: [string, ...string[]]) => ClaimPaths.transform((given) => given ?? usual);

const ClaimMap = z.strictObject({
  organization: paths('o.id', 'org_id'),
  role: paths('o.rol', 'org_role'),
  email: paths('email'),
  emailVerified: paths('email_verified'),
  name: paths('name'),
  properties: paths('properties'),
  environments: paths('environments'),
});

const StaffIssuer = z.strictObject({
  /** `iss`, exactly as the tokens spell it. */
  issuer: Url,
  jwksUrl: Url,
  audiences: Names,
  authorizedParties: Names,
  algorithms: z.array(z.enum(algorithms)).min(1, 'Expected at least one algorithm.'),
  organizationPrefix: z.string().max(64).default(''),
  /** The environments that its staff may use and grant to keys. Default: all environments with a Core. */
  environments: z.array(EnvironmentName).min(1).optional(),
  /** Our role for each value of the role claim. Default: the names of our roles, in any case, also after `org:`. */
  roles: z.record(z.string().min(1), z.enum(staffRoles)).optional(),
  claims: ClaimMap.prefault({}),
});

/** An identity provider of organizations whose staff may call the Admin API. */
export type StaffIssuer = z.output<typeof StaffIssuer>;

/** Whether the organizations of one provider can have the ids of the other's. */
const overlap = (a: StaffIssuer, b: StaffIssuer): boolean =>
  a.organizationPrefix.startsWith(b.organizationPrefix) ||
  b.organizationPrefix.startsWith(a.organizationPrefix);

/**
 * The identity providers of staff, as a JSON list. Prefix and organization claim together form the tenant's
 * `organizationId`. So no prefix may begin with another one. Otherwise a provider could name an organization of another
 * provider.
 */
export const StaffIssuers = JsonText.pipe(z.array(StaffIssuer)).superRefine((issuers, context) => {
  for (const [index, issuer] of issuers.entries()) {
    const others = issuers.slice(0, index);
    const report = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [index, field], message });
    if (others.some((other) => other.issuer === issuer.issuer)) {
      report('issuer', 'Expected each issuer once.');
    }
    if (others.some((other) => overlap(other, issuer))) {
      report('organizationPrefix', 'Expected a prefix that no other issuer’s prefix begins with.');
    }
  }
});
