import { ApiProblem } from '../../api/problem.ts';

/** Why no token has come from the identity provider. */
export type IdentityFault =
  | 'identity_canceled'
  | 'identity_unavailable'
  | 'identity_refused'
  | 'identity_unasked';

/** The statuses that such a fault has where a service reports it. */
const statuses: Readonly<Record<IdentityFault, number>> = {
  identity_canceled: 403,
  identity_unavailable: 503,
  identity_refused: 401,
  identity_unasked: 403,
};

/** A sign-in that has failed before the service was asked; the page has words for each code. */
export const identityFault = (code: IdentityFault): ApiProblem =>
  new ApiProblem(code, { status: statuses[code], code, correlationId: null, fields: {} });
