import type { OperationContext } from '@pas/shared/context/operation-context';

type Restricted = Pick<OperationContext, 'principal'>;

/** Whether the caller may touch a property: all of the tenant's, or those its key is restricted to. */
export function mayTouchProperty({ principal }: Restricted, propertyId: string): boolean {
  return principal.propertyIds === null || principal.propertyIds.includes(propertyId);
}

/** The same for rows that may have no property: a restricted caller never sees those. */
export function mayTouchPlace({ principal }: Restricted, propertyId: string | null): boolean {
  if (propertyId === null) return principal.propertyIds === null;
  return mayTouchProperty({ principal }, propertyId);
}

/**
 * The values of a property field that a list may show: those asked for, as far as the caller may touch them.
 *
 * @returns undefined where nothing narrows the list
 */
export function visibleProperties(
  { principal }: Restricted,
  asked: string | undefined,
): { $in: string[] } | undefined {
  const allowed = principal.propertyIds;
  if (asked === undefined) return allowed === null ? undefined : { $in: [...allowed] };
  return { $in: allowed === null || allowed.includes(asked) ? [asked] : [] };
}
