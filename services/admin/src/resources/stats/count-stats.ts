import { tenantNow } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { formerDueBy } from '@pas/shared/models/former';
import { UserModel, type UserRow } from '@pas/shared/models/user';
import { countListed } from '@pas/platform/lists/list-rows';
import { timestamp } from '@pas/platform/http/timestamp';
import type { QueryFilter } from 'mongoose';
import type { z } from 'zod';
import { visibleProperties } from '../properties/property-restriction.ts';
import { heldResidence } from '@pas/shared/residences/held-residence';
import { countAccess, countCalls } from './count-calls.ts';
import { countDevices, countVirtualNumbers } from './count-devices.ts';
import { readMedianHoursToAccept } from './median-hours-to-accept.ts';
import type { Stats } from './stats.schema.ts';

const roundToPercent = (share: number): number => Math.round(share * 100) / 100;

/** The figures as the API answers them. */
export type StatsAnswer = z.input<typeof Stats>;

/**
 * Counts the rows within the caller's reach. The counts of a part and of its whole read different moments. A part that
 * grows meanwhile must not make a difference negative.
 */
export async function countStats(ctx: OperationContext): Promise<StatsAnswer> {
  const [properties, units, residents, invites, calls, access, devices, virtualNumbers] = await Promise.all([
    countProperties(ctx),
    countUnits(ctx),
    countResidents(ctx),
    countInvites(ctx),
    countCalls(ctx),
    countAccess(ctx),
    countDevices(ctx),
    countVirtualNumbers(ctx),
  ]);
  return {
    properties,
    units,
    residents,
    invites,
    calls,
    access,
    devices,
    virtualNumbers,
    environment: ctx.environment,
    generatedAt: timestamp(ctx.now),
  };
}

async function countProperties(ctx: OperationContext): Promise<number> {
  const visible = visibleProperties(ctx, undefined);
  return countListed(PropertyModel, {
    tenantId: ctx.tenantId,
    isLive: true,
    ...(visible && { _id: visible }),
  });
}

async function countUnits(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const units = { tenantId: ctx.tenantId, isLive: true, ...(visible && { propertyId: visible }) };
  const [listed, occupied] = await Promise.all([
    countListed(UnitModel, units),
    UnitModel.countDocuments({ ...units, occupancy: 'OCCUPIED' }),
  ]);
  const total = Math.max(listed, occupied);
  return { total, occupied, vacant: total - occupied };
}

/**
 * Counts residents by status. An index gives the total without a read of rows. Staff, and FORMER residents whose
 * status is not stored yet, are few and are subtracted.
 */
async function countResidents(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const people = { tenantId: ctx.tenantId, isLive: true };
  const held = visible && { residences: heldResidence({ propertyId: visible }, ctx) };
  const count = async (status: UserRow['status']): Promise<number> => {
    const stored = { ...people, status, ...held };
    const [all, staff, former] = await Promise.all([
      UserModel.countDocuments(stored),
      UserModel.countDocuments({ ...stored, kind: 'STAFF', isFormer: null }),
      UserModel.countDocuments({ ...stored, kind: 'RESIDENT', ...formerDueBy(ctx) }),
    ]);
    return Math.max(0, all - staff - former);
  };
  const [active, invited] = await Promise.all([count('ACTIVE'), count('INVITED')]);
  return { active, invited };
}

/** Counts PENDING invites: the stored ones without those that have expired since the last sweep. */
async function countPending(ctx: OperationContext, invites: QueryFilter<InviteRow>): Promise<number> {
  const stored = { ...invites, status: 'PENDING' as const };
  const [all, expired] = await Promise.all([
    InviteModel.countDocuments(stored),
    InviteModel.countDocuments(
      { ...stored, expiresAt: { $lte: tenantNow(ctx) } },
      { hint: { expiresAt: 1 } },
    ),
  ]);
  return Math.max(0, all - expired);
}

async function countInvites(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const invites = { tenantId: ctx.tenantId, ...(visible && { propertyId: visible }) };
  const [total, pending, accepted, medianHoursToAccept] = await Promise.all([
    countListed(InviteModel, invites),
    countPending(ctx, invites),
    InviteModel.countDocuments({ ...invites, status: 'ACCEPTED' }),
    readMedianHoursToAccept(invites),
  ]);
  const decided = Math.max(accepted, total - pending);
  const acceptanceRate = decided === 0 ? null : roundToPercent(accepted / decided);
  return { pending, accepted, expired: decided - accepted, acceptanceRate, medianHoursToAccept };
}
