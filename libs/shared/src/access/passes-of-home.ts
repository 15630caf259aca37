import type { ClientSession } from 'mongoose';
import type { Change } from '../change/commit.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { AccessPassModel, type AccessPassRow } from '../models/access-pass.ts';
import type { Residence, UserRow } from '../models/user.ts';
import { endedFields } from './end-pass.ts';

const isHeldThen = ({ endsAt }: Residence, at: Date): boolean => endsAt === null || endsAt > at;

/**
 * Whether a resident's passes of a property stay valid: another home there began before this one ends. A home that
 * begins when this one ends has its own passes.
 */
function staysInProperty({ residences }: UserRow, home: Residence, at: Date): boolean {
  return residences.some(
    (other) =>
      other.id !== home.id &&
      other.propertyId === home.propertyId &&
      other.startsAt < at &&
      isHeldThen(other, at),
  );
}

/** Returns the start of a later home of the resident in the property. Passes made since belong to it. */
function nextHomeAt({ residences }: UserRow, home: Residence, at: Date): Date | null {
  const later = residences.filter(
    (other) =>
      other.id !== home.id &&
      other.propertyId === home.propertyId &&
      other.startsAt >= at &&
      isHeldThen(other, other.startsAt),
  );
  return later.map(({ startsAt }) => startsAt).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
}

/** A home that ends at a moment, with its resident as afterwards. */
interface EndingHome {
  user: UserRow;
  home: Residence;
  at: Date;
}

/** Returns the ids of a resident's passes that end with a home at a moment. */
export async function findPassesOfHome(
  { tenantId }: OperationContext,
  { user, home, at }: EndingHome,
  session: ClientSession | null,
): Promise<string[]> {
  if (home.startsAt > at || staysInProperty(user, home, at)) return [];
  const nextAt = nextHomeAt(user, home, at);
  const own = {
    tenantId,
    isLive: true,
    'createdBy.id': user._id,
    propertyId: home.propertyId,
    ...(nextAt && { createdAt: { $lt: nextAt } }),
  };
  const passes = await AccessPassModel.find(own, { _id: 1 })
    .sort({ createdAt: -1, _id: -1 })
    .session(session)
    .lean<Pick<AccessPassRow, '_id'>[]>();
  return passes.map(({ _id }) => _id);
}

/** Ends passes of a home that ends, within a change: they open nothing from then on. */
export async function endPasses(
  ctx: OperationContext,
  { session }: Change,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await AccessPassModel.updateMany(
    { _id: { $in: [...ids] }, tenantId: ctx.tenantId, isLive: true },
    { $set: endedFields(ctx, { reason: 'MOVED_OUT' }), $inc: { version: 1 } },
    { session },
  );
}

/** Finds the passes of a home that has ended, and ends them within a change. @returns their ids */
export async function endPassesOfHome(
  ctx: OperationContext,
  change: Change,
  ended: EndingHome,
): Promise<string[]> {
  const passes = await findPassesOfHome(ctx, ended, change.session);
  await endPasses(ctx, change, passes);
  return passes;
}

/** Returns ended passes as audit targets. */
export const passTargets = (ids: readonly string[]): { type: string; id: string }[] =>
  ids.map((id) => ({ type: 'access_pass', id }));
