import { withTenant } from '@pas/platform/context/operation-context';
import { unlinkedResidents } from '@pas/shared/accounts/residents-of-account';
import { commit } from '@pas/shared/change/commit';
import { emailKey } from '@pas/shared/contacts/email';
import type { PublicContext } from '@pas/shared/context/operation-context';
import { publishDispatch, queueDeliveries } from '@pas/shared/invites/queue-deliveries';
import { pendingAt } from '@pas/shared/invites/transitions';
import { InviteModel, type InviteRow } from '@pas/shared/models/invite';
import { userStatusAt } from '@pas/shared/models/former';
import { awaitsSignUp } from '@pas/shared/models/user';
import { findTenant } from '@pas/shared/tenants/find-tenant';

const dayMs = 86_400_000;

/** Whether an earlier mail of the invite went to the address. */
const wasMailedTo = ({ deliveries }: InviteRow, key: string): boolean =>
  deliveries.some(({ channel, to }) => channel === 'EMAIL' && emailKey(to) === key);

/** Returns the condition that the invite was not sent again within a day. */
const dueAgain = (now: Date) => ({
  $or: [{ sentAgainAt: null }, { sentAgainAt: { $lte: new Date(now.getTime() - dayMs) } }],
});

/** Finds the newest pending invite that was mailed to an address whose user has never signed up; null without one. */
async function findSentInvite(key: string, now: Date): Promise<InviteRow | null> {
  const users = (await unlinkedResidents(key)).map((user) => ({ ...user, status: userStatusAt(user, now) }));
  const awaited = users.filter(awaitsSignUp);
  const found: InviteRow[] = [];
  for (const { tenantId } of awaited) {
    const tenant = await findTenant(tenantId);
    if (tenant === null || tenant.status === 'SUSPENDED') continue;
    const filter = { tenantId, contactKey: key, ...pendingAt({ tenantId, now }) };
    found.push(...(await InviteModel.find(filter).lean<InviteRow[]>()));
  }
  const [newest = null] = found
    .filter((invite) => wasMailedTo(invite, key))
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return newest;
}

/**
 * Sends the invite of a person who has never signed up again, once a day. It chooses the newest pending invite that was
 * mailed to the address before. The mail counts towards no limit.
 *
 * @param key the comparable form of the e-mail
 */
export async function sendInviteAgain(publicCtx: PublicContext, key: string): Promise<void> {
  const found = await findSentInvite(key, publicCtx.now);
  if (!found) return;
  const ctx = withTenant(publicCtx, found.tenantId);
  const { now, tenantId } = ctx;
  await commit(ctx, async (change) => {
    const filter = { _id: found._id, tenantId, ...pendingAt(ctx), ...dueAgain(now) };
    const update = { $set: { sentAgainAt: now } };
    const { session } = change;
    const invite = await InviteModel.findOneAndUpdate(filter, update, { session }).lean<InviteRow>();
    if (!invite) return;
    const queued = await queueDeliveries(ctx, change, { invite, channels: ['EMAIL'], isAgain: true });
    publishDispatch(change, queued);
    change.record({
      action: 'invite.dispatched',
      actor: { type: 'SYSTEM', id: null, name: 'System' },
      targets: [{ type: 'invite', id: invite._id }],
      propertyIds: [invite.propertyId],
    });
  });
}
