import type { OperationContext } from '@pas/shared/context/operation-context';
import { searchWords } from '@pas/platform/lists/search-words';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { UnitRow } from '@pas/shared/models/unit';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';
import { newRow } from '@pas/shared/models/new-row';
import { daysBefore } from './demo-context.ts';

/** Number `index` of those that are reserved for stories in an area (555-0100 to 555-0199). */
export function reservedNumber(areaCode: string, index: number): string {
  return `+1${areaCode}555${String(100 + (index % 100)).padStart(4, '0')}`;
}

function newNumber(
  ctx: OperationContext,
  number: string,
  fields: Partial<VirtualNumberRow>,
): VirtualNumberRow {
  const made = { ...ctx, now: daysBefore(ctx.now, 385) };
  return {
    ...newRow(made, 'virtualNumber'),
    number,
    provider: 'TELEPHONY_A',
    capabilities: ['VOICE', 'SMS'],
    status: 'AVAILABLE',
    isInService: true,
    propertyId: null,
    unitId: null,
    accessPointId: null,
    assignedAt: null,
    ringMode: 'ORDER',
    quarantineUntil: null,
    searchWords: searchWords(number, number.slice(1)),
    ...fields,
  };
}

/** What the numbers of a tenant are for. */
interface Places {
  areaCode: string;
  /** The door of each building that its callers open. */
  mainDoors: readonly AccessPointRow[];
  /** Units with a number of their own. */
  units: readonly UnitRow[];
}

/** A number for each building and some units; one that rests, one that is retired, and two that nobody has yet. */
export function demoNumbers(
  ctx: OperationContext,
  { areaCode, mainDoors, units }: Places,
): VirtualNumberRow[] {
  const doorOf = new Map(mainDoors.map((door) => [door.propertyId, door._id]));
  const assignedAt = daysBefore(ctx.now, 380);
  const assigned = { status: 'ASSIGNED', assignedAt, updatedAt: assignedAt, version: 2 } as const;
  const releasedAt = daysBefore(ctx.now, 12);
  const stories: Partial<VirtualNumberRow>[] = [
    ...mainDoors.map(({ propertyId, _id }) => ({ ...assigned, propertyId, accessPointId: _id })),
    ...units.map(({ propertyId, _id: unitId }) => ({
      ...assigned,
      propertyId,
      unitId,
      accessPointId: doorOf.get(propertyId) ?? null,
      ringMode: 'TOGETHER' as const,
    })),
    { status: 'QUARANTINED', quarantineUntil: daysBefore(ctx.now, -18), updatedAt: releasedAt, version: 3 },
    { status: 'RETIRED', isInService: false, updatedAt: releasedAt, version: 2 },
    { provider: 'TELEPHONY_B', capabilities: ['VOICE'] },
    {},
  ];
  return stories.map((story, index) => newNumber(ctx, reservedNumber(areaCode, index), story));
}
