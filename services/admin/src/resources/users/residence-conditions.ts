import type { OperationContext } from '@pas/shared/context/operation-context';
import type { UserRow } from '@pas/shared/models/user';
import type { QueryFilter } from 'mongoose';
import { visibleProperties } from '../properties/property-restriction.ts';
import { endedResidence, heldResidence } from '@pas/shared/residences/held-residence';

/** The residence filters of a list of users. */
export interface ResidenceQuery {
  status?: UserRow['status'] | undefined;
  unitId?: string | undefined;
  propertyId?: string | undefined;
  residence?: 'current' | 'former' | 'any' | undefined;
  includeDeleted?: boolean | undefined;
}

type Condition = QueryFilter<UserRow>;
type Where = Parameters<typeof heldResidence>[0];

/**
 * Returns the requested place; null for an unrestricted list. Unit and property must match the same
 * residence.
 */
function placeOf(ctx: OperationContext, { unitId, propertyId }: ResidenceQuery): Where | null {
  const visible = visibleProperties(ctx, propertyId);
  if (!visible && unitId === undefined) return null;
  return { ...(visible && { propertyId: visible }), ...(unitId !== undefined && { unitId }) };
}

/** Matches people with a current or future residence. Deleted users have none, so any residence counts. */
function heldIn(ctx: OperationContext, where: Where, { includeDeleted }: ResidenceQuery): Condition {
  const held: Condition = { residences: heldResidence(where, ctx) };
  if (includeDeleted !== true) return held;
  return {
    $or: [
      { isLive: true, ...held },
      { isLive: false, residences: { $elemMatch: where } },
    ],
  };
}

/**
 * Builds the residence conditions of a list of users. A restricted caller only sees people with a current or
 * future residence in its properties.
 */
export function residenceConditions(ctx: OperationContext, query: ResidenceQuery): Condition[] {
  const { unitId, propertyId, status, residence = status === 'FORMER' ? 'former' : 'current' } = query;
  const place = placeOf(ctx, query);
  if (!place) return [];
  if (residence === 'current') return [heldIn(ctx, place, query)];
  const reach = placeOf(ctx, { includeDeleted: query.includeDeleted });
  const reached = reach ? [heldIn(ctx, reach, query)] : [];
  if (unitId === undefined && propertyId === undefined) return reached;
  if (residence === 'any') return [{ residences: { $elemMatch: place } }, ...reached];
  const isGone = { residences: { $not: heldResidence(place, ctx) } };
  return [{ residences: endedResidence(place, ctx) }, isGone, ...reached];
}
