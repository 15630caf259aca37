import { z } from 'zod';

/** The resources that a scope can name (contract: scopes are `<resource>:<read|write>` or `<resource>:*`). */
const scopedResources = [
  'tenants',
  'properties',
  'units',
  'users',
  'calls',
  'devices',
  'analytics',
  'virtual-numbers',
  'api-keys',
  'imports',
  'audit',
  'onboarding',
  'access-points',
  'access-events',
  'passes',
  'webhooks',
] as const;

type ScopedResource = (typeof scopedResources)[number];

/** Scopes for one action each. The resource's `:write` includes them, see holdsScope. */
const narrowScopes = ['access-points:unlock', 'onboarding:dispatch'] as const;

/** Scopes of read-only resources. */
const readScopes = ['events:read'] as const;

/** The scope that an admin route requires. */
export type RouteScope =
  | `${ScopedResource}:${'read' | 'write'}`
  | (typeof narrowScopes)[number]
  | (typeof readScopes)[number];

/** Every scope that the Admin API can grant; only the operator's CLI mints `platform`. */
export const grantableScopes: readonly string[] = [
  ...scopedResources.flatMap((resource) => [`${resource}:read`, `${resource}:write`, `${resource}:*`]),
  ...narrowScopes,
  ...readScopes,
];

/** Returns the name of a scope in an enum of a generated client: `UNITS_ALL` for `units:*`. */
const enumName = (scope: string): string => scope.replace('*', 'all').replaceAll(/\W/g, '_').toUpperCase();

/** The name of a scope. Older rows may name scopes that no longer exist. */
export const ScopeName = z.string().meta({
  id: 'Scope',
  description: 'A scope of the Admin API. `<resource>:*` includes `:read` and `:write`.',
  example: 'units:read',
  override: {
    type: 'string',
    enum: [...grantableScopes],
    'x-enum-varnames': grantableScopes.map(enumName),
  },
});

/** A scope that a key can be granted. */
export const Scope = ScopeName.refine((scope) => grantableScopes.includes(scope), {
  message: 'Expected a scope such as units:read, units:write or units:*.',
});

const allOf = (resources: readonly string[]): string[] => resources.map((resource) => `${resource}:*`);

/** Staff roles, the most powerful first. */
export const staffRoles = ['OWNER', 'MANAGER', 'FRONT_DESK', 'SUPPORT'] as const;

export type StaffRole = (typeof staffRoles)[number];

/** Resources that the front desk may read: residents, calls and doors. */
const frontDeskReads = [
  'properties',
  'units',
  'users',
  'calls',
  'onboarding',
  'access-points',
  'access-events',
] as const satisfies readonly ScopedResource[];

/** Scopes of each staff role within its tenant. */
export const roleScopes: Readonly<Record<StaffRole, readonly string[]>> = {
  OWNER: [...allOf(scopedResources), ...readScopes],
  MANAGER: [
    ...allOf(scopedResources.filter((resource) => resource !== 'api-keys' && resource !== 'tenants')),
    ...readScopes,
  ],
  FRONT_DESK: [...frontDeskReads.map((resource) => `${resource}:read`), 'passes:*', ...narrowScopes],
  SUPPORT: [...scopedResources.map((resource) => `${resource}:read`), ...readScopes],
};
