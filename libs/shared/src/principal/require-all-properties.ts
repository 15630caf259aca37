import { forbidden } from '../errors/raise.ts';
import type { Principal } from './principal.ts';

/** @throws forbidden (`property_not_allowed`) for callers that are restricted to some properties */
export function requireAllProperties({ principal }: { principal: Principal }): void {
  if (principal.propertyIds === null) return;
  throw forbidden(
    'property_not_allowed',
    'This key is restricted to some properties. Use one for the whole tenant.',
  );
}
