import { bodyKindsOf } from '@pas/platform/http/body-kinds';
import type { Route } from '@pas/platform/http/define-route';
import { acceptedKinds, type UnknownInput } from '@pas/platform/http/parse-input';
import { freshLoginOf } from '../principal/require-fresh-login.ts';

/** The statuses of failures that operations have. Unknown paths and methods are not operations. */
export const failureStatuses = [
  400, 401, 403, 404, 408, 409, 410, 412, 413, 415, 422, 429, 431, 500, 502, 503, 504,
] as const;

/** A status of a failure that operations have. */
export type FailureStatus = (typeof failureStatuses)[number];

/** Returns whether a route runs once for each `Idempotency-Key`. */
export function takesIdempotencyKey({
  method,
  callers,
  answers,
  isKeyed = callers === 'admin',
}: Route): boolean {
  return method === 'post' && isKeyed && answers === 'json';
}

/** A route as a service mounts it. */
export interface MountedRoute {
  route: Route;
  unknownInput: UnknownInput;
}

type Codes = readonly string[];
type CodesOfRoute = (mounted: MountedRoute) => Codes;

/** Returns the codes if a condition holds, else none. */
const when = (condition: boolean, ...codes: string[]): Codes => (condition ? codes : []);

/** Whether the gateway itself answers the route: log-ins and sessions of operators. */
const isOfGateway = ({ callers, path }: Route): boolean =>
  callers === 'none' && path.startsWith('/api/admin/');

const readsBody = ({ route, unknownInput }: MountedRoute): boolean =>
  Object.keys(acceptedKinds(route, unknownInput)).length > 0;

const readsJson = ({ route, unknownInput }: MountedRoute): boolean =>
  acceptedKinds(route, unknownInput).json !== undefined;

/** Whether a route can refuse its query or body. Malformed ids in the path are 404. */
function hasInput({ route, unknownInput }: MountedRoute): boolean {
  const { query = {}, answers } = route;
  const isStrict = unknownInput === 'refuse' && answers !== 'page';
  return isStrict || Object.keys(query).length > 0 || Object.keys(bodyKindsOf(route)).length > 0;
}

const badKeys = ['key_malformed', 'key_unknown', 'key_expired', 'key_revoked'];
const noCredential = ['credentials_missing', 'token_invalid'];

/** Codes of wrong credentials. The gateway verifies an API key on every path, and ignores other ones on open paths. */
function credentialCodes(route: Route): Codes {
  const { callers, credential } = route;
  if (isOfGateway(route)) return when(credential !== undefined, ...noCredential, 'session_expired');
  if (callers === 'none') return badKeys;
  if (callers === 'controller') return [...noCredential, ...badKeys];
  return [...noCredential, 'token_expired', 'session_expired', ...badKeys];
}

/** Codes of callers who may not do this. */
function permissionCodes(route: Route): Codes {
  const { callers, method, needsWholeTenant = false, operationId } = route;
  const isChange = method !== 'get';
  if (isOfGateway(route)) return when(isChange, 'origin_not_allowed');
  if (callers !== 'admin') return ['api_key_not_accepted_here'];
  return [
    'insufficient_scope',
    'environment_not_allowed',
    'tenant_suspended',
    'organization_unknown',
    'staff_disabled',
    ...when(isChange, 'origin_not_allowed'),
    ...when(needsWholeTenant, 'property_not_allowed'),
    ...when(freshLoginOf(operationId) !== 'never', 'login_too_old'),
  ];
}

/** Whether a platform caller names the tenant in the query. */
const namesTenant = ({ callers, tenant }: Route): boolean => callers === 'admin' && tenant === 'required';

/** Whether the caller chooses an environment, which can be unknown or unavailable. */
const choosesEnvironment = (route: Route): boolean =>
  route.callers === 'admin' || (isOfGateway(route) && route.credential !== undefined);

function inputCodes(mounted: MountedRoute): Codes {
  const { route } = mounted;
  return [
    ...when(hasInput(mounted), 'validation_failed'),
    ...when(choosesEnvironment(route), 'unknown_environment'),
    ...when(namesTenant(route), 'tenant_required'),
    ...when(takesIdempotencyKey(route), 'idempotency_key_reused'),
    ...when(route.table !== undefined, 'too_many_rows'),
  ];
}

const behindGateway =
  (...codes: string[]): CodesOfRoute =>
  ({ route }) =>
    when(!isOfGateway(route), ...codes);

/** The codes that a route can answer besides its own ones, by status. */
const commonCodes: Readonly<Record<FailureStatus, CodesOfRoute>> = {
  400: (mounted) => [
    'malformed_request',
    ...when(readsJson(mounted), 'malformed_json'),
    ...when(readsBody(mounted), 'body_cut_off'),
  ],
  401: ({ route }) => credentialCodes(route),
  403: ({ route }) => permissionCodes(route),
  404: ({ route }) => [
    ...when(
      route.params !== undefined || namesTenant(route) || route.failures?.includes(404) === true,
      'not_found',
    ),
    // An empty parameter, or one with an encoded separator, makes another path.
    ...when(route.params !== undefined, 'path_not_found'),
  ],
  408: (mounted) => when(readsBody(mounted), 'request_timeout'),
  409: ({ route }) => [
    ...when(takesIdempotencyKey(route), 'idempotency_in_progress'),
    ...when(route.isPlanned === true, 'plan_changed'),
  ],
  410: () => [],
  412: ({ route }) => when(route.failures?.includes(412) === true, 'version_mismatch'),
  413: (mounted) => when(readsBody(mounted), 'body_too_large'),
  415: (mounted) => when(readsBody(mounted), 'unsupported_media_type'),
  422: inputCodes,
  429: () => ['rate_limited'],
  431: () => ['headers_too_large'],
  500: () => ['internal_error'],
  502: behindGateway('bad_upstream', 'upstream_refused'),
  503: ({ route }) => [
    'store_unavailable',
    ...when(!isOfGateway(route), 'upstream_unavailable', 'overloaded', 'unavailable'),
    ...when(choosesEnvironment(route), 'environment_unavailable'),
  ],
  504: behindGateway('upstream_timeout'),
};

/** Returns the codes that a route declares for a status. */
export const ownCodes = ({ codes = {} }: Route, status: FailureStatus): Codes => codes[status] ?? [];

/** Returns the codes that a route can answer with a status, its own ones first. */
export function codesOf(mounted: MountedRoute, status: FailureStatus): Codes {
  const { route } = mounted;
  return [...new Set([...ownCodes(route, status), ...commonCodes[status](mounted)])];
}
