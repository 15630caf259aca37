import type { IncomingMessage } from 'node:http';
import { wantsTable } from '@pas/platform/http/wants-table';

/** The services behind the gateway. */
export type UpstreamName = 'admin' | 'resident' | 'core-mobile' | 'webhooks';

/** A part of the edge with one rule of access. Each entry of `auth/callers.ts` names the areas that it reaches. */
export type Area = 'admin' | 'sign_in' | 'resident' | 'mobile' | 'controllers' | 'webhooks' | 'public';

/** The areas that need no credential. A Core JWT is verified in `sign_in`, and ignored in `public`. */
export const openAreas: ReadonlySet<Area> = new Set(['sign_in', 'public']);

/** The role of this gateway process. */
export type GatewayRole = 'api' | 'webhooks' | 'all';

/** The paths at and below one prefix, with their limits. */
export interface RouteGroup {
  prefix: `/${string}`;
  area: Area;
  upstream: UpstreamName;
  bodyLimitBytes: number;
  /** The longest silence of an upstream. */
  timeoutMs: number;
  /** Requests in flight. Further ones wait or are refused, so that a slow group does not slow the others. */
  maxInFlight: number;
  /** Streamed bodies in flight. Default: a quarter of `maxInFlight`. */
  maxUploads?: number;
  /**
   * Marks reads that take a service seconds. All such groups of an environment share few places. A request waits up to
   * 2 s for a place.
   */
  isExpensive?: true;
  /** The group has only the requests for exactly this path that prefer CSV: exports of a list. */
  isTable?: true;
  /** Residents sign in here in browsers: `X-Pas-Client: web`, the refresh and the device cookie are forwarded. */
  takesSignInCookies?: true;
}

const mib = 1024 * 1024;

/** Twice the 1 MiB of the services, so that a service answers first, in its own order of checks. */
const json = 2 * mib;
/** Imports are 20 MB at most. The rest is for the envelope of a multipart body. */
const file = 21 * mib;

/** The common limits of export, verification and analytics in one environment. */
const expensive = { maxInFlight: 4, isExpensive: true } as const;

/** The lists that answer `Accept: text/csv`. */
const tablePaths = [
  '/api/admin/properties',
  '/api/admin/units',
  '/api/admin/users',
  '/api/admin/onboarding/invites',
  '/api/admin/calls',
  '/api/admin/access-events',
  '/api/admin/devices',
  '/api/admin/passes',
] as const;

const tableGroups = tablePaths.map((prefix): RouteGroup => ({
  prefix,
  area: 'admin',
  upstream: 'admin',
  bodyLimitBytes: json,
  timeoutMs: 30_000,
  ...expensive,
  isTable: true,
}));

const inBrowsers = { takesSignInCookies: true } as const;

/** The limit of webhooks in flight: low in a process that also serves people, high in a webhook ingress. */
const maxWebhooksInFlight = (role: GatewayRole): number => (role === 'webhooks' ? 1024 : 128);

const webhookGroup = (prefix: `/${string}`, role: GatewayRole): RouteGroup => ({
  prefix,
  area: 'webhooks',
  upstream: 'webhooks',
  bodyLimitBytes: json,
  timeoutMs: 15_000,
  maxInFlight: maxWebhooksInFlight(role),
});

// One line a group: prefix, area, upstream, body limit, time-out, in flight.
// oxfmt-ignore
const apiGroups: readonly RouteGroup[] = [
  { prefix: '/api/admin/audit/export', area: 'admin',  upstream: 'admin',       bodyLimitBytes: json, timeoutMs: 30_000, ...expensive },
  { prefix: '/api/admin/audit/verify', area: 'admin',  upstream: 'admin',       bodyLimitBytes: json, timeoutMs: 30_000, ...expensive },
  { prefix: '/api/admin/analytics', area: 'admin',     upstream: 'admin',       bodyLimitBytes: json, timeoutMs: 30_000, ...expensive },
  { prefix: '/api/admin/imports', area: 'admin',       upstream: 'admin',       bodyLimitBytes: file, timeoutMs: 60_000, maxInFlight: 128, maxUploads: 8 },
  { prefix: '/api/admin/api-keys/leak-reports', area: 'public', upstream: 'admin', bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 32 },
  { prefix: '/api/admin',         area: 'admin',       upstream: 'admin',       bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 256 },
  { prefix: '/api/v1/auth/switch', area: 'resident',   upstream: 'resident',    bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 128, ...inBrowsers },
  { prefix: '/api/v1/auth',       area: 'sign_in',     upstream: 'resident',    bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 512, ...inBrowsers },
  { prefix: '/api/v1',            area: 'resident',    upstream: 'resident',    bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 256 },
  { prefix: '/join',              area: 'public',      upstream: 'resident',    bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 512, ...inBrowsers },
  { prefix: '/reset',             area: 'public',      upstream: 'resident',    bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 128 },
  { prefix: '/pass',              area: 'public',      upstream: 'resident',    bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 256 },
  { prefix: '/registration',      area: 'sign_in',     upstream: 'core-mobile', bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 512 },
  { prefix: '/devices',           area: 'mobile',      upstream: 'core-mobile', bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 128 },
  { prefix: '/access/verify',     area: 'controllers', upstream: 'core-mobile', bodyLimitBytes: json, timeoutMs: 15_000, maxInFlight: 128 },
  { prefix: '/access/heartbeat',  area: 'controllers', upstream: 'core-mobile', bodyLimitBytes: json, timeoutMs: 15_000, maxInFlight: 64 },
  { prefix: '/access/events',     area: 'controllers', upstream: 'core-mobile', bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 32 },
  { prefix: '/access/directory',  area: 'controllers', upstream: 'core-mobile', bodyLimitBytes: json, timeoutMs: 15_000, maxInFlight: 32 },
  { prefix: '/access',            area: 'mobile',      upstream: 'core-mobile', bodyLimitBytes: json, timeoutMs: 30_000, maxInFlight: 256 },
];

const webhookPrefixes = ['/telephony-a', '/telephony-b', '/payments', '/webhooks/identity'] as const;

/** Lists every group of paths that a gateway of this role forwards. */
export function routeTable(role: GatewayRole): readonly RouteGroup[] {
  const webhooks = webhookPrefixes.map((prefix) => webhookGroup(prefix, role));
  return role === 'webhooks' ? webhooks : [...apiGroups, ...tableGroups, ...webhooks];
}

/** Returns the area of a path. The gateway's own pages and all paths outside groups are public. */
export const areaOf = (group: RouteGroup | undefined): Area => group?.area ?? 'public';

const isWithin = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

/** Finds the group of a path, and of the request if its headers choose between two groups. */
export type MatchGroup = (
  path: string,
  request?: Pick<IncomingMessage, 'method' | 'headers'>,
) => RouteGroup | undefined;

/**
 * Prepares the choice of a group by the raw path, case-sensitive and exactly as it was sent. The longest prefix wins. A
 * path that spells a prefix in another way (`%61pi`, `//api`) belongs to no group.
 */
export function groupMatcher(groups: readonly RouteGroup[]): MatchGroup {
  const tables = new Map(
    groups.filter(({ isTable }) => isTable).map((group): [string, RouteGroup] => [group.prefix, group]),
  );
  const byLength = groups
    .filter(({ isTable }) => !isTable)
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  return (path, request) => {
    const table = request && wantsTable(request) ? tables.get(path) : undefined;
    return table ?? byLength.find((group) => isWithin(path, group.prefix));
  };
}

const ambiguous = /\/\/|\\|%(?:2f|5c|2e|00)|\/\.{1,2}(?:\/|$)/i;

/** The external id at the end of a path, but for dot segments. The service names the characters that it refuses. */
const externalId = /(?<=\/by-external-id\/)(?!(?:\.|%2e){1,2}$)[^/\\]+$/i;

/**
 * Whether no service can read the path as another one: it has no dot segments, empty segments or encoded separators.
 * An external id at its end may have encoded ones, because services decode it after they have found the route.
 */
export function isPlainPath(path: string): boolean {
  return !ambiguous.test(path) || !ambiguous.test(path.replace(externalId, 'id'));
}
