import type { CodeOf } from './error-codes.ts';

type Common = { readonly [Status in 403 | 409 | 410 | 422 | 429]: readonly CodeOf<Status>[] };

/** Codes that any route may answer with these statuses. A route declares its own codes in `codes`. */
export const commonCodes: Common = {
  403: [
    'insufficient_scope',
    'environment_not_allowed',
    'property_not_allowed',
    'api_key_not_accepted_here',
    'tenant_suspended',
    'organization_unknown',
    'staff_disabled',
    'origin_not_allowed',
  ],
  409: ['idempotency_in_progress'],
  410: [],
  422: ['validation_failed', 'unknown_environment', 'tenant_required', 'idempotency_key_reused'],
  429: ['rate_limited'],
};
