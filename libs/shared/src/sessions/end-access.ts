import type { OperationContext } from '../context/operation-context.ts';
import type { Change } from '../change/commit.ts';
import { DeviceModel, revokedDevice, type DeviceRow } from '../models/device.ts';
import type { ClientSession } from 'mongoose';
import { endSessions, findOpenSessions } from './end-sessions.ts';

/** The sessions and devices of a resident, by id. */
export interface PersonAccess {
  sessions: readonly string[];
  devices: readonly string[];
}

/** The empty result, for a person who still has a residence in the tenant. */
export const nothing: PersonAccess = { sessions: [], devices: [] };

async function findDevices(
  { tenantId }: OperationContext,
  userId: string,
  session: ClientSession | null,
): Promise<string[]> {
  const rows = await DeviceModel.find({ tenantId, isLive: true, userId }, { _id: 1 })
    .session(session)
    .sort({ _id: 1 })
    .lean<Pick<DeviceRow, '_id'>[]>();
  return rows.map(({ _id }) => _id);
}

/** Finds the sessions and devices that end with a person's last residence. */
export async function findAccess(
  ctx: OperationContext,
  userId: string,
  session: ClientSession | null,
): Promise<PersonAccess> {
  const sessions = await findOpenSessions(ctx, userId, session);
  return { sessions, devices: await findDevices(ctx, userId, session) };
}

/** Ends the sessions and devices of a person within a change. It removes the push tokens, as a delete does. */
export async function endAccess(
  ctx: OperationContext,
  change: Change,
  userId: string,
): Promise<PersonAccess> {
  const { session } = change;
  const sessions = await endSessions(ctx, change, userId);
  const devices = await findDevices(ctx, userId, session);
  if (devices.length === 0) return { sessions, devices };
  await DeviceModel.updateMany(
    { _id: { $in: devices }, tenantId: ctx.tenantId, isLive: true },
    { $set: { ...revokedDevice(ctx.now), updatedAt: ctx.now }, $inc: { version: 1 } },
    { session },
  );
  return { sessions, devices };
}

/** Returns the ended sessions and devices as audit targets. */
export function accessTargets({ sessions, devices }: PersonAccess): { type: string; id: string }[] {
  return [
    ...sessions.map((id) => ({ type: 'session', id })),
    ...devices.map((id) => ({ type: 'device', id })),
  ];
}
