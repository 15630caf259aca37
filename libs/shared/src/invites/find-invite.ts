import type { OperationContext } from '../context/operation-context.ts';
import { notFound } from '@pas/platform/errors/raise';
import { core } from '@pas/platform/mongo/connections';
import { inTransaction } from '@pas/platform/mongo/in-transaction';
import { InviteModel, type InviteRow } from '../models/invite.ts';
import { hashInviteToken } from './invite-links.ts';
import { deadInvite, requirePendingInvite } from './invite-state.ts';

/** The shape of a token: 256 bits in base64url. */
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

async function findByHash(tokenHash: string): Promise<InviteRow | null> {
  return InviteModel.findOne({ tokenHash }).setOptions({ crossTenant: 'invite-by-token' }).lean<InviteRow>();
}

async function findByPastHash(hash: string): Promise<InviteRow | null> {
  return InviteModel.findOne({ pastTokenHashes: hash })
    .setOptions({ crossTenant: 'invite-by-past-token' })
    .lean<InviteRow>();
}

/**
 * Finds the invite of a link, in any state.
 *
 * @throws not_found for an unknown token, gone for one that a newer token has replaced
 */
export async function findInvite(token: string, now: Date): Promise<InviteRow> {
  if (!tokenPattern.test(token)) throw notFound();
  const hash = hashInviteToken(token);
  const invite = await findByHash(hash);
  if (invite) return invite;
  const replaced = await findByPastHash(hash);
  if (!replaced) throw notFound();
  throw deadInvite({ ...replaced, status: 'EXPIRED', expiredReason: 'SUPERSEDED' }, now);
}

/** Finds the locale of the invite of a current or past link, BCP 47; null if there is none. */
export async function findInviteLocale(token: string): Promise<string | null> {
  if (!tokenPattern.test(token)) return null;
  const hash = hashInviteToken(token);
  return ((await findByHash(hash)) ?? (await findByPastHash(hash)))?.locale ?? null;
}

/**
 * Finds an invite that can still be accepted.
 *
 * @throws not_found for an unknown token, gone for a dead invite
 */
export async function findPendingInvite(token: string, now: Date): Promise<InviteRow> {
  const invite = await findInvite(token, now);
  requirePendingInvite(invite, now);
  return invite;
}

/**
 * Reads an invite again that was pending a moment ago.
 *
 * @throws gone when it is dead by now
 */
export async function requirePending({ tenantId, now }: OperationContext, { _id }: InviteRow): Promise<void> {
  const invite = await InviteModel.findOne({ _id, tenantId }).lean<InviteRow>();
  if (invite) requirePendingInvite(invite, now);
}

/**
 * Reads an invite again after a concurrent change of it has won a race. A plain read has read concern majority. It
 * shows the winner's change, user and account once a majority of the members has them. Before that, it shows the old
 * invite. A transaction sees the change immediately, and its commit waits for the majority. It takes one of the
 * process's permits for transactions, so it is the second choice.
 *
 * @throws not_found when the invite is gone, unavailable when the store reaches no majority in time
 */
export async function readSettled({ tenantId }: OperationContext, { _id }: InviteRow): Promise<InviteRow> {
  const filter = { _id, tenantId };
  const seen = await InviteModel.findOne(filter).lean<InviteRow>();
  if (seen && seen.status !== 'PENDING') return seen;
  const invite = await inTransaction(
    core,
    async (session) => InviteModel.findOne(filter).session(session).lean<InviteRow>(),
    tenantId,
  );
  if (!invite) throw notFound();
  return invite;
}
