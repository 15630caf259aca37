import type { OperationContext } from '@pas/shared/context/operation-context';
import type { Change } from '@pas/shared/change/commit';
import { DeviceModel, type DeviceRow } from '@pas/shared/models/device';
import type { ClientSession } from 'mongoose';
import { endSessions, findOpenSessions } from './end-sessions.ts';

/** What a person has for living here, by id: where they are signed in, and what calls are pushed to. */
export interface Belongings {
  sessions: readonly string[];
  devices: readonly string[];
}

/** What a person keeps who lives elsewhere in the tenant. */
export const nothing: Belongings = { sessions: [], devices: [] };

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

/** Finds what would end with a person's last home. */
export async function findBelongings(
  ctx: OperationContext,
  userId: string,
  session: ClientSession | null,
): Promise<Belongings> {
  const sessions = await findOpenSessions(ctx, userId, session);
  return { sessions, devices: await findDevices(ctx, userId, session) };
}

/** Ends within a change what a person had for living here; of a device the token is forgotten, as by its delete. */
export async function endBelongings(
  ctx: OperationContext,
  change: Change,
  userId: string,
): Promise<Belongings> {
  const { session } = change;
  const sessions = await endSessions(ctx, change, userId);
  const devices = await findDevices(ctx, userId, session);
  if (devices.length === 0) return { sessions, devices };
  const revoked = { status: 'REVOKED' as const, pushToken: null, isLive: false, deletedAt: ctx.now };
  await DeviceModel.updateMany(
    { _id: { $in: devices }, tenantId: ctx.tenantId, isLive: true },
    { $set: { ...revoked, updatedAt: ctx.now }, $inc: { version: 1 } },
    { session },
  );
  return { sessions, devices };
}

/** What has ended, as the audit names it. */
export function belongingTargets({ sessions, devices }: Belongings): { type: string; id: string }[] {
  return [
    ...sessions.map((id) => ({ type: 'session', id })),
    ...devices.map((id) => ({ type: 'device', id })),
  ];
}
