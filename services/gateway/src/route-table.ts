/** The services behind the gateway. */
export type UpstreamName = 'admin' | 'resident' | 'core-mobile' | 'webhooks';

/** A part of the edge with one rule of who may call. Each entry of `auth/callers.ts` names the areas that it reaches. */
export type Area = 'admin' | 'sign_in' | 'resident' | 'mobile' | 'controllers' | 'webhooks' | 'public';

/** The areas that need no credential. A Core JWT is verified in `sign_in`, and ignored in `public`. */
export const openAreas: ReadonlySet<Area> = new Set(['sign_in', 'public']);

/** What this gateway process is for. */
export type GatewayRole = 'api' | 'webhooks' | 'all';

/** Everything at and below one path prefix. */
export interface RouteGroup {
  prefix: `/${string}`;
  area: Area;
  upstream: UpstreamName;
  bodyLimitBytes: number;
  /** How long an upstream may stay silent. */
  timeoutMs: number;
  /** Requests under way at once; one more is turned away, so that a slow group takes nothing from the others. */
  maxInFlight: number;
  /** Bodies that are streamed at once, where it is not a quarter of `maxInFlight`. */
  maxUploads?: number;
  /**
   * Reads that cost a service seconds. All such groups of an environment share their few places, and a request waits up
   * to 2 s for one.
   */
  isExpensive?: true;
  /** Residents sign in here in browsers: `X-Pas-Client: web`, the refresh and the device cookie are passed on. */
  takesSignInCookies?: true;
}

const mib = 1024 * 1024;

/** Services refuse JSON above 1 MiB in their own order of checks; the edge only stops what is far beyond. */
const json = 2 * mib;
/** Imports are 20 MB at most; the rest is for the envelope of a multipart body. */
const file = 21 * mib;

/** What export, verification and analytics have together, in one environment. */
const expensive = { maxInFlight: 4, isExpensive: true } as const;

const inBrowsers = { takesSignInCookies: true } as const;

/** Webhooks share the api process with people: few at once there, many where they have a process to themselves. */
const webhookRoom = (role: GatewayRole): number => (role === 'webhooks' ? 1024 : 128);

const webhookGroup = (prefix: `/${string}`, role: GatewayRole): RouteGroup => ({
  prefix,
  area: 'webhooks',
  upstream: 'webhooks',
  bodyLimitBytes: json,
  timeoutMs: 15_000,
  maxInFlight: webhookRoom(role),
});

// One line a group: prefix, area, upstream, body limit, time-out, in flight.
// oxfmt-ignore
const apiGroups: readonly RouteGroup[] = [
  { prefix: '/api/admin/audit/export', area: 'admin',  upstream: 'admin',       bodyLimitBytes: json, timeoutMs: 30_000, ...expensive },
  { prefix: '/api/admin/audit/verify', area: 'admin',  upstream: 'admin',       bodyLimitBytes: json, timeoutMs: 30_000, ...expensive },
  { prefix: '/api/admin/analytics', area: 'admin',     upstream: 'admin',       bodyLimitBytes: json, timeoutMs: 30_000, ...expensive },
  { prefix: '/api/admin/imports', area: 'admin',       upstream: 'admin',       bodyLimitBytes: file, timeoutMs: 60_000, maxInFlight: 128, maxUploads: 8 },
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

/** The whole edge: every group of paths that a gateway of this role forwards. */
export function routeTable(role: GatewayRole): readonly RouteGroup[] {
  const webhooks = webhookPrefixes.map((prefix) => webhookGroup(prefix, role));
  return role === 'webhooks' ? webhooks : [...apiGroups, ...webhooks];
}

/** The area of a path: the gateway's own pages and all paths of no group are public. */
export const areaOf = (group: RouteGroup | undefined): Area => group?.area ?? 'public';

const isWithin = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');

/**
 * Prepares the choice of a group by the raw path, exactly as it was sent and case-sensitive; the longest prefix wins. A
 * path that spells a prefix in another way (`%61pi`, `//api`) belongs to no group.
 */
export function groupMatcher(groups: readonly RouteGroup[]): (path: string) => RouteGroup | undefined {
  const byLength = groups.toSorted((a, b) => b.prefix.length - a.prefix.length);
  return (path) => byLength.find((group) => isWithin(path, group.prefix));
}

const ambiguous = /\/\/|\\|%(?:2f|5c|2e|00)|\/\.{1,2}(?:\/|$)/i;

/** Whether nobody downstream can read the path as another one: no dot segments, empty segments or encoded separators. */
export function isPlainPath(path: string): boolean {
  return !ambiguous.test(path);
}
