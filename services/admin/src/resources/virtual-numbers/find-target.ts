import type { OperationContext } from '@pas/shared/context/operation-context';
import { invalidField } from '@pas/shared/errors/raise';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import type { ClientSession } from 'mongoose';
import { loadAccessPoint } from '../access-points/load-access-point.ts';
import { loadProperty } from '../properties/load-property.ts';
import { loadUnit } from '../units/load-unit.ts';
import { placeOf, type AssignedPlace, type AssignVirtualNumber } from './virtual-number.schema.ts';

/** Target of a number: a property, or a unit of it. */
export interface Place {
  propertyId: string;
  unitId: string | null;
}

/**
 * Finds the target of an assignment.
 *
 * @throws not_found for an unknown property or unit, invalid when the unit is of another property
 */
async function findPlace(
  ctx: OperationContext,
  place: AssignedPlace,
  session: ClientSession | null,
): Promise<Place> {
  const { propertyId } = place;
  if (propertyId !== null) await loadProperty(ctx, propertyId, session);
  if (place.by === 'property') return { propertyId: place.propertyId, unitId: null };
  const { unitId } = place;
  const unit = await loadUnit(ctx, unitId, session);
  if (propertyId === null || propertyId === unit.propertyId) return { propertyId: unit.propertyId, unitId };
  throw invalidField(
    'unitId',
    'invalid_value',
    'unitId: The unit belongs to another property. Send a unit of this property.',
  );
}

/**
 * Loads the door that a call to the target opens.
 *
 * @throws not_found for an unknown door, invalid for one of another property or unit
 */
export async function loadDoorOf(
  ctx: OperationContext,
  { accessPointId, propertyId, unitId }: Place & { accessPointId: string },
  session: ClientSession | null,
): Promise<AccessPointRow> {
  const door = await loadAccessPoint(ctx, accessPointId, session);
  const isElsewhere = door.propertyId !== propertyId || (door.unitId !== null && door.unitId !== unitId);
  if (!isElsewhere) return door;
  const message =
    'accessPointId: The door does not belong to the target of the number. Choose a door of that property or unit.';
  throw invalidField('accessPointId', 'invalid_value', message);
}

/**
 * Finds the target of an assignment, and requires that the door belongs to it.
 *
 * @throws not_found for an unknown property, unit or door, invalid when they don't belong together
 */
export async function findTarget(
  ctx: OperationContext,
  { place: named, accessPointId }: AssignVirtualNumber,
  session: ClientSession | null,
): Promise<Place> {
  const place = await findPlace(ctx, named, session);
  if (accessPointId) await loadDoorOf(ctx, { ...place, accessPointId }, session);
  return place;
}

/** Sent fields of an assignment. */
interface SentTarget {
  propertyId?: string | null | undefined;
  unitId?: string | null | undefined;
  accessPointId?: string | null | undefined;
}

/** Checks the fields of an assignment when others have problems. Without a target it checks nothing. */
export async function checkTarget(
  ctx: OperationContext,
  { propertyId = null, unitId = null, accessPointId }: SentTarget,
): Promise<void> {
  if (propertyId === null && unitId === null) return;
  await findTarget(ctx, { place: placeOf(propertyId, unitId), accessPointId }, null);
}

/** Finds the only DOOR or GATE of a property; null for none or several, so that no digit is offered. */
export async function findOnlyDoor(
  { tenantId }: OperationContext,
  propertyId: string,
  session: ClientSession,
): Promise<string | null> {
  const filter = { tenantId, propertyId, isLive: true, kind: { $in: ['DOOR' as const, 'GATE' as const] } };
  const doors = await AccessPointModel.find(filter).limit(2).session(session).lean<AccessPointRow[]>();
  return doors.length === 1 ? (doors[0]?._id ?? null) : null;
}
