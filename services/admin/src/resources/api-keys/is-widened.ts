import type { ApiKeyRow } from '@pas/shared/models/api-key';
import { holdsScope, partsOfScope } from '@pas/shared/principal/principal';
import { exceeds } from './choose-limits.ts';

const gains = (held: readonly string[], given: readonly string[]): boolean =>
  given.some((each) => !held.includes(each));

/** Whether a change widens a key: by a scope, an environment, a property, a later end or a higher rate. */
export function isWidened(before: ApiKeyRow, after: ApiKeyRow): boolean {
  const gainsScope = after.scopes.flatMap(partsOfScope).some((scope) => !holdsScope(before, scope));
  const gainsProperty =
    before.propertyIds !== null &&
    (after.propertyIds === null || gains(before.propertyIds, after.propertyIds));
  return (
    gainsScope ||
    gainsProperty ||
    gains(before.environments, after.environments) ||
    after.expiresAt > before.expiresAt ||
    exceeds(after.rateLimit, before.rateLimit)
  );
}
