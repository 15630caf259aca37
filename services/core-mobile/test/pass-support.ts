import type { AccessPassRow } from '@pas/shared/models/access-pass';
import type { AccessPointRow } from '@pas/shared/models/access-point';
import type { ServiceHarness } from '@pas/testing/service-harness';
import { addDoor, addPass, addResident, controllerOf, newHome, testPasses } from './core-mobile-harness.ts';

/** Answer to a panel about a PIN. */
export interface PinAnswer {
  verification: {
    accessEventId: string;
    passId: string;
    reason: string;
    openSeconds: number;
    occurredAt: string;
  };
  code?: string;
  reason?: string;
}

/** Adds a home with a resident, a door, and a pass with its PIN. */
export async function openWithPass(fields: Partial<AccessPassRow> = {}, home = newHome()) {
  const [resident, door] = [await addResident(home), await addDoor(home)];
  const pass = await addPass(resident, door._id, fields);
  return { home, resident, door, pass, pin: testPasses.pinOf(pass) };
}

/** Types a PIN at the panel of a door. */
export const typePin = (
  service: ServiceHarness,
  {
    door,
    pin,
    as = controllerOf(door),
  }: { door: AccessPointRow; pin: string; as?: ReturnType<typeof controllerOf> },
) => service.call<PinAnswer>('POST', '/access/verify', { as, body: { accessPointId: door._id, pin } });

/** Returns the outcome of a PIN: the status, and the reason of the decision or the error code. */
export async function outcomeOf(
  service: ServiceHarness,
  typed: { door: AccessPointRow; pin: string },
): Promise<[status: number, reason: string]> {
  const { status, body } = await typePin(service, typed);
  return [status, body.reason ?? body.code ?? body.verification.reason];
}
