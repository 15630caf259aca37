import type { OperationContext } from '@pas/shared/context/operation-context';
import { pendingAt } from '@pas/shared/invites/invite-state';
import { InviteModel } from '@pas/shared/models/invite';
import { PropertyModel } from '@pas/shared/models/property';
import { UnitModel } from '@pas/shared/models/unit';
import { UserModel } from '@pas/shared/models/user';
import { timestamp } from '@pas/shared/http/timestamp';
import type { z } from 'zod';

import { visibleProperties } from '../properties/property-restriction.ts';
import { readMedianHoursToAccept } from './median-hours-to-accept.ts';
import type { Stats } from './stats.schema.ts';

const roundToPercent = (share: number): number => Math.round(share * 100) / 100;

/** Counts what the caller may see, as it is now. Calls, doors, devices and numbers have no rows in this release. */
export async function readStats(ctx: OperationContext): Promise<z.input<typeof Stats>> {
  const [properties, units, residents, invites] = await Promise.all([
    countProperties(ctx),
    countUnits(ctx),
    countResidents(ctx),
    countInvites(ctx),
  ]);
  return {
    properties,
    units,
    residents,
    invites,
    calls: { last24h: 0, byOutcome: {} },
    access: { granted24h: 0, denied24h: 0 },
    devices: { active: 0 },
    virtualNumbers: { available: 0, assigned: 0 },
    environment: ctx.environment,
    generatedAt: timestamp(ctx.now),
  };
}

async function countProperties(ctx: OperationContext): Promise<number> {
  const visible = visibleProperties(ctx, undefined);
  return PropertyModel.countDocuments({
    tenantId: ctx.tenantId,
    isLive: true,
    ...(visible && { _id: visible }),
  });
}

async function countUnits(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const units = { tenantId: ctx.tenantId, isLive: true, ...(visible && { propertyId: visible }) };
  const [total, occupied] = await Promise.all([
    UnitModel.countDocuments(units),
    UnitModel.countDocuments({ ...units, occupancy: 'OCCUPIED' }),
  ]);
  return { total, occupied, vacant: total - occupied };
}

async function countResidents(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const residents = {
    tenantId: ctx.tenantId,
    isLive: true,
    kind: 'RESIDENT' as const,
    ...(visible && { 'residences.propertyId': visible }),
  };
  const [active, invited] = await Promise.all([
    UserModel.countDocuments({ ...residents, status: 'ACTIVE' }),
    UserModel.countDocuments({ ...residents, status: 'INVITED' }),
  ]);
  return { active, invited };
}

async function countInvites(ctx: OperationContext) {
  const visible = visibleProperties(ctx, undefined);
  const invites = { tenantId: ctx.tenantId, ...(visible && { propertyId: visible }) };
  const [total, pending, accepted, medianHoursToAccept] = await Promise.all([
    InviteModel.countDocuments(invites),
    InviteModel.countDocuments({ ...invites, ...pendingAt(ctx.now) }),
    InviteModel.countDocuments({ ...invites, status: 'ACCEPTED' }),
    readMedianHoursToAccept(invites),
  ]);
  const decided = total - pending;
  const acceptanceRate = decided === 0 ? null : roundToPercent(accepted / decided);
  return { pending, accepted, expired: decided - accepted, acceptanceRate, medianHoursToAccept };
}
