import { endPassesOfHome, passTargets } from '@pas/shared/access/passes-of-home';
import type { Change } from '@pas/shared/change/commit';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { tenantNow, type TenantMoment } from '@pas/shared/context/tenant-now';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { DeviceModel } from '@pas/shared/models/device';
import { SessionModel } from '@pas/shared/models/session';
import { awaitsSignUp, isCurrent, type Residence, type UserRow } from '@pas/shared/models/user';
import { revokeInvitesOfLeavers } from '@pas/shared/invites/end-invites';
import { moveInvite, pendingAt } from '@pas/shared/invites/transitions';
import { replacedContacts } from '@pas/shared/residences/replaced-contacts';
import { publishResidenceEvent } from '@pas/shared/residences/publish-residence-event';
import { accessTargets, endAccess } from '@pas/shared/sessions/end-access';
import { endSessions } from '@pas/shared/sessions/end-sessions';
import { hasJustEnded } from '@pas/shared/residences/end-residence';
import { isHeld } from '@pas/shared/residences/held-residence';
import type { TrackedRow, WorkingSet } from './working-set.ts';

type Target = { type: string; id: string };

/** Audit targets of the invites, sessions, devices and passes that ended, by user. */
export type EndedAccess = ReadonlyMap<string, readonly Target[]>;

const residenceBefore = ({ before }: TrackedRow<UserRow>, id: string): Residence | undefined =>
  before?.residences.find((residence) => residence.id === id);

/**
 * Returns the events of a residence that a batch has changed. The sweeper publishes those of a later time.
 */
function eventsOf(
  before: Residence | undefined,
  after: Residence,
  at: TenantMoment,
): ('started' | 'ended')[] {
  if (before) {
    if (hasJustEnded(before, after, at)) return ['ended'];
    return !isCurrent(before, at) && isCurrent(after, at) ? ['started'] : [];
  }
  const now = tenantNow(at);
  const isOver = after.endsAt !== null && after.endsAt <= now;
  if (after.startsAt > now) return [];
  return isOver ? ['started', 'ended'] : ['started'];
}

/** Publishes the residences that a batch has started or ended. */
export function publishResidences(ctx: OperationContext, change: Change, set: WorkingSet): void {
  for (const user of set.users.values()) {
    const changed = user.row.residences.filter(
      (residence) => residenceBefore(user, residence.id) !== residence,
    );
    for (const residence of changed)
      for (const what of eventsOf(residenceBefore(user, residence.id), residence, ctx))
        publishResidenceEvent(change, what, { user: user.row, residence });
  }
}

/** Returns the users who get a home, by the keys of their invites. An invite to an awaited user stays pending. */
function invitedKeys(set: WorkingSet): Map<string, string> {
  const keysOf = (user: TrackedRow<UserRow>): [string, string][] => {
    const started = user.row.residences.filter(({ id }) => !residenceBefore(user, id));
    const contacts = [user.row.emailKey, user.row.phone].filter((key) => key !== null);
    return started.flatMap(({ unitId }) =>
      contacts.map((key): [string, string] => [`${unitId}|${key}`, user.row._id]),
    );
  };
  return new Map([...set.users.values()].filter(({ row }) => !awaitsSignUp(row)).flatMap(keysOf));
}

/** Ends the pending invites whose contact now has a residence in their unit, and has signed up before. */
export async function supersedeInvites(
  ctx: OperationContext,
  change: Change,
  set: WorkingSet,
): Promise<ReadonlyMap<string, readonly Target[]>> {
  const wanted = invitedKeys(set);
  if (wanted.size === 0) return new Map();
  const filter = { tenantId: ctx.tenantId, pendingKey: { $in: [...wanted.keys()] }, ...pendingAt(ctx) };
  const invites = await InviteModel.find(filter).session(change.session).lean<InviteRow[]>();
  const ended = new Map<string, Target[]>();
  for (const { _id, pendingKey } of invites) {
    await moveInvite(ctx, change, { name: 'supersede', invite: { _id } });
    const userId = wanted.get(pendingKey ?? '') ?? '';
    ended.set(userId, [...(ended.get(userId) ?? []), { type: 'invite', id: _id }]);
  }
  return ended;
}

/** Ends the pending invites that depend on people who leave their homes by a batch, and those to former contacts. */
export async function revokeInvitesOf(
  ctx: OperationContext,
  change: Change,
  set: WorkingSet,
): Promise<EndedAccess> {
  const leavers = [...set.users.values()].flatMap(({ before, row }) => {
    const held = row.residences.filter((home) => isHeld(home, ctx)).map(({ unitId }) => unitId);
    const left = before?.residences.filter((home) => isHeld(home, ctx) && !held.includes(home.unitId)) ?? [];
    if (!before) return [];
    return [...left.map(({ unitId }) => ({ user: before, unitId })), ...replacedContacts(before, row, ctx)];
  });
  return revokeInvitesOfLeavers(ctx, change, leavers);
}

/** Returns the users who have a live pass. */
async function withPasses(
  { tenantId }: OperationContext,
  { session }: Change,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const filter = { tenantId, isLive: true, 'createdBy.id': { $in: [...userIds] } };
  const passes = await AccessPassModel.find(filter, { 'createdBy.id': 1 })
    .session(session)
    .lean<Pick<AccessPassRow, 'createdBy'>[]>();
  return new Set(passes.flatMap(({ createdBy }) => createdBy.id ?? []));
}

/** Ends the passes of homes that a batch has just ended. */
export async function endPassesOf(
  ctx: OperationContext,
  change: Change,
  set: WorkingSet,
): Promise<EndedAccess> {
  const left = [...set.users.values()].flatMap((tracked) =>
    tracked.row.residences
      .filter((home) => {
        const before = residenceBefore(tracked, home.id);
        return before !== undefined && hasJustEnded(before, home, ctx);
      })
      .map((home) => ({ user: tracked.row, home, at: home.endsAt ?? tenantNow(ctx) })),
  );
  const hosts = await withPasses(ctx, change, [...new Set(left.map(({ user }) => user._id))]);
  const ended = new Map<string, Target[]>();
  for (const over of left.filter(({ user }) => hosts.has(user._id))) {
    const passes = await endPassesOfHome(ctx, change, over);
    ended.set(over.user._id, [...(ended.get(over.user._id) ?? []), ...passTargets(passes)]);
  }
  return ended;
}

/** Whether a user has lost the last current or future home. */
const isHomeless = ({ before, row }: TrackedRow<UserRow>, at: TenantMoment): boolean =>
  before !== null &&
  before.residences.some((residence) => isHeld(residence, at)) &&
  !row.residences.some((residence) => isHeld(residence, at));

/** Returns the users who have a session or a device. */
async function withAccess(
  { tenantId }: OperationContext,
  { session }: Change,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const of = { tenantId, userId: { $in: [...userIds] } };
  const sessions = await SessionModel.find({ ...of, revokedAt: null }, { userId: 1 })
    .session(session)
    .lean();
  const devices = await DeviceModel.find({ ...of, isLive: true }, { userId: 1 })
    .session(session)
    .lean();
  return new Set([...sessions, ...devices].map(({ userId }) => userId));
}

/**
 * Ends the sessions and devices of people without a home, and the sessions of users whose verified e-mail has
 * changed.
 */
export async function endAccessOf(
  ctx: OperationContext,
  change: Change,
  set: WorkingSet,
): Promise<EndedAccess> {
  const users = [...set.users.values()];
  const homeless = new Set(users.filter((user) => isHomeless(user, ctx)).map(({ row }) => row._id));
  const renamed = users.filter(({ before, row }) => before !== null && before.emailKey !== row.emailKey);
  const affected = [...new Set([...homeless, ...renamed.map(({ row }) => row._id)])];
  const ended = new Map<string, Target[]>();
  for (const userId of await withAccess(ctx, change, affected)) {
    const targets = homeless.has(userId)
      ? accessTargets(await endAccess(ctx, change, userId))
      : (await endSessions(ctx, change, userId)).map((id) => ({ type: 'session', id }));
    ended.set(userId, targets);
  }
  return ended;
}
