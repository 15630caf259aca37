import type { RouteCallers } from '@pas/shared/principal/principal';
import type { ZodOpenApiSecuritySchemeObject } from 'zod-openapi';
import type { Route } from '@pas/platform/http/define-route';

/** Security schemes of callers in the API descriptions. */
export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pas_<environment>_<id>_<secret>',
    description: 'Machines: an API key with the scopes that it was granted.',
  },
  staffToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Staff: a token of the organization’s identity provider; the role decides the scopes.',
  },
  operatorSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-pas_session',
    description:
      'Operators in the dashboard, after single sign-on; `pas_session_<environment>` without TLS in development. Requests that change something also need a same-origin `Origin` or `Sec-Fetch-Site`, or else `X-CSRF-Token`.',
  },
  coreToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Residents: the Core JWT that a log-in or sign-up returns.',
  },
  controllerKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'pac_<id>_<secret>',
    description:
      'Door controllers: the key that was created for an access point. It serves all doors of its property.',
  },
  identityToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Residents: a session token of the identity provider, to be exchanged for a Core JWT.',
  },
} as const satisfies Record<string, ZodOpenApiSecuritySchemeObject>;

export type SecurityScheme = keyof typeof securitySchemes;

const schemesByCallers: Record<RouteCallers, readonly SecurityScheme[]> = {
  none: [],
  admin: ['apiKey', 'staffToken', 'operatorSession'],
  resident: ['coreToken'],
  controller: ['controllerKey'],
};

/** Returns the alternative schemes of a route; none for a public route. */
export function schemesOf(route: Route): readonly SecurityScheme[] {
  return route.credential ? [route.credential] : schemesByCallers[route.callers as RouteCallers];
}

/** Returns the security requirements of OpenAPI. An empty one allows anonymous callers. */
export function securityOf(route: Route): Record<string, string[]>[] {
  const requirements = schemesOf(route).map((scheme) => ({ [scheme]: [] }));
  return route.credential === 'coreToken' ? [{}, ...requirements] : requirements;
}
