import { newRow } from '@pas/shared/models/new-row';
import type { VirtualNumberRow } from '@pas/shared/models/virtual-number';

let numbers = 0;

/** Returns a number unique to this process. */
export function nextNumber(): string {
  numbers += 1;
  return `+1202556${String(numbers).padStart(4, '0')}`;
}

/** Makes a free number of a tenant. */
export function virtualNumberRow(tenantId: string, fields: Partial<VirtualNumberRow> = {}): VirtualNumberRow {
  return {
    ...newRow({ tenantId, now: new Date() }, 'virtualNumber'),
    number: nextNumber(),
    provider: 'TELEPHONY_A',
    capabilities: ['VOICE', 'SMS'],
    status: 'AVAILABLE',
    isInService: true,
    propertyId: null,
    unitId: null,
    accessPointId: null,
    assignedAt: null,
    lastTextAt: null,
    ringMode: 'ORDER',
    quarantineUntil: null,
    releasedFrom: null,
    ...fields,
  };
}
