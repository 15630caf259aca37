import { nextNumber } from '@pas/testing/virtual-number-row';
import { newId } from '@pas/shared/ids/id';
import type { Principal } from '@pas/shared/principal/principal';
import type { ServiceHarness } from '@pas/testing/service-harness';
import type { z } from 'zod';
import type { AccessPoint } from '../src/resources/access-points/access-point.schema.ts';
import type { VirtualNumber } from '../src/resources/virtual-numbers/virtual-number.schema.ts';

export type AccessPointAnswer = { accessPoint: z.output<typeof AccessPoint> };
export type VirtualNumberAnswer = { virtualNumber: z.output<typeof VirtualNumber> };

/** Makes the reference of a controller, which is unique to this run. */
export const newRef = (): string => newId('event');

/** Creates a door through the API. */
export async function addAccessPoint(
  admin: ServiceHarness,
  as: Principal,
  fields: { propertyId: string; kind?: string; unitId?: string; name?: string },
) {
  const door = { name: 'Main door', kind: 'DOOR', controller: { adapter: 'nats', ref: newRef() } };
  const body = { ...door, ...fields };
  const answer = await admin.call<AccessPointAnswer>('POST', '/api/admin/access-points', { as, body });
  return answer.body.accessPoint;
}

/** Adds a number through the API. */
export async function addVirtualNumber(admin: ServiceHarness, as: Principal) {
  const body = { number: nextNumber(), provider: 'TELEPHONY_A' };
  const answer = await admin.call<VirtualNumberAnswer>('POST', '/api/admin/virtual-numbers', { as, body });
  return answer.body.virtualNumber;
}
