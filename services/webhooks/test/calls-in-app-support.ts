import { OutboxModel } from '@pas/platform/events/outbox';
import type { DoorCommands } from '@pas/shared/access/door-commands';
import { startUnlock } from '@pas/shared/access/start-unlock';
import { workContext } from '@pas/shared/context/work-context';
import { AccessPointModel, type AccessPointRow } from '@pas/shared/models/access-point';
import { CallModel } from '@pas/shared/models/call';
import { UnlockAttemptModel } from '@pas/shared/models/unlock-attempt';
import type { UserRow } from '@pas/shared/models/user';
import { waitUntil } from '@pas/testing/wait-until';
import { expect } from 'vitest';
import { addApp, addBuilding, type Building } from './calls-support.ts';
import { processing } from './processing-support.ts';

/** A resident without a phone. */
export const noPhone = { phone: null, verifiedPhone: null };
/** The answer that makes a visitor wait. */
export const waits =
  /<Say [^>]*>We are calling the residents\..*<Pause length="5"\/><Redirect method="POST">/;

/** Adds a building whose residents have the app, the first ones without a phone. */
export async function addHome(options: Parameters<typeof addBuilding>[0] = {}): Promise<Building> {
  const building = await addBuilding({ residents: [noPhone], ...options });
  for (const resident of building.residents) await addApp(resident);
  return building;
}

/** Gives the app an hour, so that only the number of waits ends them, even on a slow machine. */
export async function giveTime(
  { tenantId }: Pick<Building, 'tenantId'>,
  providerCallId: string,
): Promise<void> {
  const devicesUntil = new Date(Date.now() + 3_600_000);
  const set = { $set: { 'flow.devicesUntil': devicesUntil } };
  expect((await CallModel.updateOne({ tenantId, providerCallId }, set)).matchedCount).toBe(1);
}

/** A resident opens the door of the building in the app. */
export const appOf =
  (doors: DoorCommands) =>
  async (
    { tenantId, doorId, unitId }: Pick<Building, 'tenantId' | 'doorId' | 'unitId'>,
    resident: UserRow,
  ): Promise<void> => {
    const { environment, events, log } = processing;
    const ctx = workContext({ service: 'core-mobile', name: 'App', environment, events, log }, tenantId);
    const door = await AccessPointModel.findOne({ _id: doorId, tenantId }).lean<AccessPointRow>();
    if (!door) throw new Error('The building has no door.');
    const subject = { type: 'RESIDENT' as const, id: resident._id };
    const decision = { isGranted: true, reason: 'current_residence', rules: [] };
    const { attempt } = await startUnlock(ctx, doors, { door, method: 'APP', subject, unitId, decision });
    const filter = { _id: attempt._id, tenantId, status: 'SUCCEEDED' as const };
    const ended = () => UnlockAttemptModel.findOne(filter).lean();
    await waitUntil(ended, { what: 'the door' });
  };

interface RungEvent {
  envelope: { data: { userIds: string[] } };
}

/** Returns the residents whose devices rang, for each event. */
export const rungIn = async (tenantId: string): Promise<string[][]> =>
  (await OutboxModel.find({ tenantId, subject: 'pas.v1.calls.call.rung' }).lean<RungEvent[]>()).map(
    ({ envelope }) => envelope.data.userIds,
  );
