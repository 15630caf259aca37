import type { OperationContext } from '@pas/shared/context/operation-context';

type CallerContext = Pick<OperationContext, 'principal'>;

/** Whether the caller may access a property. A restricted caller reaches only the listed ones. */
export function mayAccessProperty({ principal }: CallerContext, propertyId: string): boolean {
  return principal.propertyIds === null || principal.propertyIds.includes(propertyId);
}

/** Whether the caller may access a row that may have no property. A restricted caller never sees rows without one. */
export function mayAccessPlace({ principal }: CallerContext, propertyId: string | null): boolean {
  if (propertyId === null) return principal.propertyIds === null;
  return mayAccessProperty({ principal }, propertyId);
}

/**
 * Returns the property ids that a list may show: the requested one, within the caller's reach.
 *
 * @returns undefined for an unrestricted list
 */
export function visibleProperties(
  { principal }: CallerContext,
  asked: string | undefined,
): { $in: string[] } | undefined {
  const allowed = principal.propertyIds;
  if (asked === undefined) return allowed === null ? undefined : { $in: [...allowed] };
  return { $in: allowed === null || allowed.includes(asked) ? [asked] : [] };
}
