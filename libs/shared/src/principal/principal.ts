/** Kind of a request's caller. `anonymous` and `provider` (a signed webhook) have no tenant. */
export type PrincipalKind = 'anonymous' | 'provider' | 'api_key' | 'staff' | 'resident' | 'controller';

/** Callers of a route; `none`: anybody may call. */
export type RouteCallers = 'none' | 'admin' | 'resident' | 'controller';

/** The caller, as the gateway has authenticated it. Services accept no other proof. */
export interface Principal {
  kind: PrincipalKind;
  /** `key_…`, `user_…`, the staff member's subject; null for anonymous callers. */
  id: string | null;
  /** The first key of an API key's lineage, if it is another key. Never used for decisions. */
  lineageId?: string;
  /** Name for readers of the audit. Never used for decisions. */
  name: string | null;
  /** The tenant of all work; null for anonymous callers, and for platform callers without a tenant. */
  tenantId: string | null;
  scopes: readonly string[];
  /** The only properties this caller may touch; null for all of the tenant's. */
  propertyIds: readonly string[] | null;
  /** The session behind a resident or an operator. */
  sessionId: string | null;
  /** The verified e-mail of a staff member. */
  email?: string | null;
  /** Time of an operator's log-in; null if the provider does not state it. */
  authenticatedAt?: Date | null;
  /** The environments that a staff member is granted, and may grant to keys. */
  environments?: readonly string[];
  /** The person or system for whom the caller says that it acts. Only the audit shows it. */
  onBehalfOf?: string;
  /** The reason that the caller states for the request. Only the audit shows it. */
  reason?: string;
}

export const anonymous: Principal = Object.freeze({
  kind: 'anonymous',
  id: null,
  name: null,
  tenantId: null,
  scopes: [],
  propertyIds: null,
  sessionId: null,
});

/** Whether the caller operates the platform, above all tenants. */
export function isPlatform(principal: Principal): boolean {
  return principal.scopes.includes('platform');
}

/**
 * Lists the scopes that include a scope, itself first. Others are its resource's `:*`, and `:write` for a single
 * action such as `onboarding:dispatch`.
 */
export function scopesIncluding(scope: string): string[] {
  const [resource, verb] = scope.split(':');
  const isNarrow = verb !== 'read' && verb !== 'write';
  return [scope, `${resource}:*`, ...(isNarrow ? [`${resource}:write`] : [])];
}

/** Returns the single scopes of a scope: `:*` is both read and write. */
export function partsOfScope(scope: string): string[] {
  if (!scope.endsWith(':*')) return [scope];
  const resource = scope.slice(0, -2);
  return [`${resource}:read`, `${resource}:write`];
}

/** Whether a caller or a key holds a scope: itself, by a scope that includes it, or as platform. */
export function holdsScope({ scopes }: Pick<Principal, 'scopes'>, scope: string): boolean {
  return ['platform', ...scopesIncluding(scope)].some((each) => scopes.includes(each));
}
