import { anonymous, type Principal } from '@pas/shared/principal/principal';
import { LRUCache } from 'lru-cache';
import type { ControllerKeyRow } from '@pas/shared/models/controller-key';
import type { RateLimit } from '../rate-limit/quota.ts';
import type { Retirement } from './key-retirement.ts';

/** The kinds of caller; the table in `callers.ts` has one entry for each. */
export type CallerKind =
  | 'api_key'
  | 'operator_session'
  | 'staff_bearer'
  | 'core_jwt'
  | 'controller_key'
  | 'provider'
  | 'anonymous';

/** A verified caller, with the facts that the rules of its kind check. */
export interface Caller {
  kind: CallerKind;
  principal: Principal;
  /** The environments that the credential is granted for; empty for kinds that are bound to the default one. */
  environments: readonly string[];
  isTenantSuspended: boolean;
  /** Present only for a key in its grace period. */
  retirement?: Retirement;
  /** How many requests the credential may make; null for kinds without such a limit. */
  rateLimit: RateLimit | null;
  /** Whether the organization of a staff person belongs to no tenant. */
  isOrganizationUnknown?: boolean;
}

/** Builds a caller of the default environment, without a limit of requests. */
const inDefaultEnvironment = (kind: CallerKind, principal: Principal): Caller => ({
  kind,
  principal,
  environments: [],
  isTenantSuspended: false,
  rateLimit: null,
});

/** A caller without credentials: sign-up, log-in, pages. */
export const anonymousCaller: Caller = inDefaultEnvironment('anonymous', anonymous);

/** A provider, whose signature the webhooks service verifies. */
export const providerCaller: Caller = inDefaultEnvironment(
  'provider',
  Object.freeze({ ...anonymous, kind: 'provider' as const }),
);

/** A signed-in resident. */
export function residentCaller(userId: string, tenantId: string, sessionId: string): Caller {
  return inDefaultEnvironment('core_jwt', {
    kind: 'resident',
    id: userId,
    name: null,
    tenantId,
    scopes: [],
    propertyIds: null,
    sessionId,
  });
}

/** The controller of a door. It reaches one property. */
export function controllerCaller({
  _id: id,
  tenantId,
  propertyId,
}: Pick<ControllerKeyRow, '_id' | 'tenantId' | 'propertyId'>): Caller {
  return inDefaultEnvironment('controller_key', {
    kind: 'controller',
    id,
    name: null,
    tenantId,
    scopes: [],
    propertyIds: [propertyId],
    sessionId: null,
  });
}

/** A platform caller works in many tenants. Each pair is one principal, so that its assertion is reused. */
const inTenants = new WeakMap<Principal, LRUCache<string, Principal>>();

/** Returns the platform caller, restricted to the tenant that it names. */
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
