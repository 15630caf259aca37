import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { LRUCache } from 'lru-cache';

/** Who calls, with what the edge itself has to know of them. */
export interface Caller {
  principal: Principal;
  /** The environments that the credential is for; a caller outside the Admin API has none to choose. */
  environments: readonly string[];
  /** The Admin API of a suspended tenant is closed. */
  isTenantSuspended: boolean;
}

const withoutAdmin = (principal: Principal): Caller => ({
  principal,
  environments: [],
  isTenantSuspended: false,
});

/** Nobody in particular: sign-up, log-in, pages. */
export const anonymousCaller: Caller = withoutAdmin(anonymous);

/** A provider, whose signature the webhooks service verifies. */
export const providerCaller: Caller = withoutAdmin(
  Object.freeze({ ...anonymous, kind: 'provider' as const }),
);

/** A signed-in resident. */
export function residentCaller(userId: string, tenantId: string, sessionId: string): Caller {
  return withoutAdmin({
    kind: 'resident',
    id: userId,
    name: null,
    tenantId,
    scopes: [],
    propertyIds: null,
    sessionId,
  });
}

/** A platform caller works in many tenants; each pair is one principal, so that its assertion is reused. */
const inTenants = new WeakMap<Principal, LRUCache<string, Principal>>();

/** The platform caller, confined to the tenant that it names. */
export function actInTenant(platform: Principal, tenantId: string): Principal {
  let principals = inTenants.get(platform);
  if (!principals) {
    principals = new LRUCache({ max: 500 });
    inTenants.set(platform, principals);
  }
  let principal = principals.get(tenantId);
  if (!principal) {
    principal = { ...platform, tenantId };
    principals.set(tenantId, principal);
  }
  return principal;
}
