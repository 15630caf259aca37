import { publicEventTypes, type PublicEventType } from '@pas/shared/events/public-types';
import { holdsScope, type Principal } from '@pas/shared/principal/principal';
import { requireScope } from '@pas/shared/principal/require-scope';
import { scopeOfType } from './public-catalogue.ts';

/** Returns the event types whose entities a caller may read. */
export function readableTypes(principal: Principal): PublicEventType[] {
  return publicEventTypes.filter((type) => holdsScope(principal, scopeOfType(type)));
}

/** @throws forbidden (`insufficient_scope`) for types whose entities the caller may not read */
export function requireReadableTypes(principal: Principal, types: readonly PublicEventType[]): void {
  for (const type of types) requireScope(principal, scopeOfType(type));
}

/** Builds the filter for events, endpoints or keys within the given properties; null: all properties. */
export function withinProperties(propertyIds: readonly string[] | null) {
  if (propertyIds === null) return {};
  return { propertyIds: { $ne: null, $not: { $elemMatch: { $nin: [...propertyIds] } } } };
}
