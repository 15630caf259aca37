import { clockToleranceMs } from '@pas/shared/context/clock-tolerance';
import type { Change } from '@pas/shared/change/commit';
import { notEnded } from '@pas/shared/access/end-pass';
import type { PassLinks } from '@pas/shared/access/pass-links';
import type { OperationContext } from '@pas/shared/context/operation-context';
import { AccessPassModel, type AccessPassRow } from '@pas/shared/models/access-pass';
import { AccountModel, type AccountRow } from '@pas/shared/models/account';
import type { MoveReceiptRow } from '@pas/shared/models/move-receipt';
import { SessionModel, type SessionRow } from '@pas/shared/models/session';
import type { UserRow } from '@pas/shared/models/user';

/** An entity that the undo does not restore, with the reason. */
export interface NotRestored {
  type: 'session' | 'device' | 'access_pass';
  id: string;
  reason: 'ended_since' | 'token_removed' | 'pin_taken' | 'sign_in_again';
}

/** Ids of restored entities, and the entities that stay ended. */
export interface RestoreResult {
  ids: string[];
  not: NotRestored[];
}

const without = (all: readonly string[], ids: readonly string[]): string[] =>
  all.filter((id) => !ids.includes(id));

/** Whether the sign-in data of the person is unchanged and the user may sign in. Other processes write the data. */
async function isUnchanged(
  { session }: Change,
  { user, receipt }: { user: UserRow; receipt: MoveReceiptRow },
): Promise<boolean> {
  if (user.status === 'DISABLED' || user.status === 'FORMER' || user.accountId === null) return false;
  const account = await AccountModel.findById(user.accountId).session(session).lean<AccountRow>();
  return account !== null && account.updatedAt.getTime() < receipt.createdAt.getTime() - clockToleranceMs;
}

/** Restores the sessions that the move ended, unless they have ended otherwise since. */
export async function restoreSessions(
  ctx: OperationContext,
  change: Change,
  at: { user: UserRow; receipt: MoveReceiptRow },
): Promise<RestoreResult> {
  const { sessions, createdAt: revokedAt } = at.receipt;
  const { session } = change;
  const isSame = sessions.length > 0 && (await isUnchanged(change, at));
  const kept = { _id: { $in: sessions }, tenantId: ctx.tenantId, revokedAt, idleExpiresAt: { $gt: ctx.now } };
  const rows = isSame ? await SessionModel.find(kept).session(session).lean<SessionRow[]>() : [];
  const ids = rows.map(({ _id }) => _id);
  if (ids.length > 0)
    await SessionModel.updateMany(
      { _id: { $in: ids }, revokedAt },
      { $set: { revokedAt: null } },
      { session },
    );
  const reason = isSame ? 'ended_since' : 'sign_in_again';
  return { ids, not: without(sessions, ids).map((id) => ({ type: 'session', id, reason })) };
}

/** Whether no live pass of its doors has the PIN of a pass, under any configured secret. */
async function hasFreePin(
  pass: AccessPassRow,
  links: PassLinks,
  session: Change['session'],
): Promise<boolean> {
  const pin = links.pinOf(pass);
  const pinKeys = { $in: pass.accessPointIds.flatMap((id) => links.pinKeysOf(id, pin)) };
  const taken = { tenantId: pass.tenantId, isLive: true, pinKeys };
  return (await AccessPassModel.exists(taken).session(session)) === null;
}

/** Restores the passes that the move ended, unless another pass of the door has got their PIN since. */
export async function restorePasses(
  ctx: OperationContext,
  change: Change,
  { receipt: { passes, createdAt }, links }: { receipt: MoveReceiptRow; links: PassLinks },
): Promise<RestoreResult> {
  const { tenantId, now } = ctx;
  const { session } = change;
  const ended = { tenantId, isLive: false, _id: { $in: passes }, deletedAt: createdAt, endsAt: { $gt: now } };
  const rows = await AccessPassModel.find(ended).session(session).lean<AccessPassRow[]>();
  const restored: RestoreResult = { ids: [], not: [] };
  for (const pass of rows)
    if (await hasFreePin(pass, links, session)) restored.ids.push(pass._id);
    else restored.not.push({ type: 'access_pass', id: pass._id, reason: 'pin_taken' });
  const found = rows.map(({ _id }) => _id);
  restored.not.push(
    ...without(passes, found).map((id) => ({ type: 'access_pass', id, reason: 'ended_since' }) as const),
  );
  if (restored.ids.length > 0)
    await AccessPassModel.updateMany(
      { _id: { $in: restored.ids }, tenantId, isLive: false },
      { $set: { isLive: true, deletedAt: null, updatedAt: now, ...notEnded }, $inc: { version: 1 } },
      { session },
    );
  return restored;
}

/** Returns the devices of a move: their tokens are deleted, so the app has to register them again. */
export const devicesNotRestored = ({ devices }: MoveReceiptRow): NotRestored[] =>
  devices.map((id) => ({ type: 'device', id, reason: 'token_removed' }));
