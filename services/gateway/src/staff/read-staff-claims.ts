import { staffRoles, type StaffRole } from '@pas/shared/principal/scopes';
import { oneLine } from '@pas/shared/texts/text-schemas';
import type { JWTPayload } from 'jose';
import type { StaffIssuer } from './staff-issuers.ts';

/** A staff person, as a verified token or login of a pinned provider describes them. */
export interface StaffClaims {
  subject: string;
  /** Null if the provider has not verified it. */
  email: string | null;
  name: string | null;
  /** The tenant's `organizationId`; null for a person who acts in no organization. */
  organizationId: string | null;
  /** Null for a role that gives nothing here. */
  role: StaffRole | null;
  /** The only properties that the person may touch; null for all. */
  propertyIds: string[] | null;
  /** The only environments that the person may reach; null for all that the issuer is granted. */
  environments: string[] | null;
}

type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims => typeof value === 'object' && value !== null;

/** The value at a path. A claim whose own name has dots wins, because names are often URLs. */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

const firstAt = (claims: Claims, paths: readonly string[]): unknown =>
  paths.map((path) => valueAt(claims, path)).find((value) => value !== undefined && value !== null);

function textAt(claims: Claims, paths: readonly string[], maxLength: number): string | null {
  const value = firstAt(claims, paths);
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null;
}

function roleOf(claim: string | null, { roles }: StaffIssuer): StaffRole | null {
  if (claim === null) return null;
  if (roles) return Object.hasOwn(roles, claim) ? (roles[claim] ?? null) : null;
  const name = claim.replace(/^org:/i, '').toUpperCase();
  return staffRoles.find((role) => role === name) ?? null;
}

/** Reads a restriction. An unreadable one allows nothing, so that a fault of the provider never extends rights. */
function namesOf(claim: unknown): string[] | null {
  if (claim === undefined) return null;
  if (typeof claim === 'string') return claim.split(/[\s,]+/).filter((name) => name !== '');
  return Array.isArray(claim) ? claim.filter((name) => typeof name === 'string') : [];
}

/** Reads a person from verified claims, as the configuration of their issuer maps them. */
export function readStaffClaims(payload: JWTPayload & { sub: string }, issuer: StaffIssuer): StaffClaims {
  const { claims: at, organizationPrefix } = issuer;
  const organization = textAt(payload, at.organization, 128);
  const isEmailVerified = firstAt(payload, at.emailVerified) === true;
  return {
    subject: payload.sub,
    email: isEmailVerified ? textAt(payload, at.email, 254) : null,
    name: oneLine(200).safeParse(firstAt(payload, at.name)).data ?? null,
    organizationId: organization === null ? null : `${organizationPrefix}${organization}`,
    role: roleOf(textAt(payload, at.role, 100), issuer),
    propertyIds: namesOf(firstAt(payload, at.properties)),
    environments: namesOf(firstAt(payload, at.environments)),
  };
}
