import { TenantModel, type TenantRow } from '@pas/shared/models/tenant';
import { roleScopes } from '@pas/shared/principal/scopes';
import type { Caller } from '../auth/caller.ts';
import type { StaffClaims } from './read-staff-claims.ts';
import type { StaffIssuer } from './staff-issuers.ts';

/** The tenant of an organization, as far as callers need it. */
export type OrganizationTenant = Pick<TenantRow, '_id' | 'status'>;

/** Finds the live tenant of an organization; null for an organization that belongs to none. */
export async function findOrganizationTenant(
  organizationId: string | null,
): Promise<OrganizationTenant | null> {
  if (organizationId === null) return null;
  const filter = { organizationId, isLive: true };
  return TenantModel.findOne(filter, { status: 1 }).lean<OrganizationTenant>();
}

/**
 * Finds the environments of a staff person. A claim restricts those of the issuer's configuration.
 *
 * @param withCore the environments with a Core, the default of an issuer without a list
 */
export function grantedEnvironments(
  { environments: claimed }: Pick<StaffClaims, 'environments'>,
  { environments: listed }: Pick<StaffIssuer, 'environments'>,
  withCore: readonly string[],
): readonly string[] {
  const granted = listed ?? withCore;
  return claimed ? granted.filter((environment) => claimed.includes(environment)) : granted;
}

/** The proof of a staff person's identity. */
interface StaffProof {
  kind: 'staff_bearer' | 'operator_session';
  tenant: OrganizationTenant | null;
  environments: readonly string[];
  sessionId: string | null;
  /** The last log-in of the person at the provider; null if unknown. */
  authenticatedAt: Date | null;
}

/** Makes the caller of a staff person. A person with an unknown role gets no scopes. */
export function staffCaller(person: StaffClaims, proof: StaffProof): Caller {
  const { kind, tenant, environments, sessionId, authenticatedAt } = proof;
  const { subject, email, name, role, propertyIds } = person;
  return {
    kind,
    principal: {
      kind: 'staff',
      id: subject,
      name: name ?? email ?? subject,
      tenantId: tenant?._id ?? null,
      scopes: role === null ? [] : roleScopes[role],
      propertyIds,
      sessionId,
      email,
      authenticatedAt,
      environments,
    },
    environments,
    isTenantSuspended: tenant?.status === 'SUSPENDED',
    rateLimit: null,
    isOrganizationUnknown: tenant === null,
  };
}
