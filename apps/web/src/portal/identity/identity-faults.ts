import { ApiProblem } from '../../api/problem.ts';

/** Reason for a missing token of the identity provider. */
export type IdentityFault =
  | 'identity_canceled'
  | 'identity_unavailable'
  | 'identity_refused'
  | 'identity_unasked';

/** The HTTP status of each fault, as a service would report it. */
const statuses: Readonly<Record<IdentityFault, number>> = {
  identity_canceled: 403,
  identity_unavailable: 503,
  identity_refused: 401,
  identity_unasked: 403,
};

/**
 * Creates the problem of a sign-in that failed before any request to the service. The page has a text for
 * each code.
 */
export const identityFault = (code: IdentityFault): ApiProblem =>
  new ApiProblem(code, { status: statuses[code], code, correlationId: null, fields: {} });
